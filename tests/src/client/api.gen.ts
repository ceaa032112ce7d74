// Made of /openapi.json by `npm run docs:client`; do not edit it.
export interface paths {
    "/jwt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange an identity token for an access token that is valid for one hour */
        post: operations["jwt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All users for admins; otherwise the top earners and the caller; for buyers, without a limit, also the workers who submitted to their tasks */
        get: operations["listUsers"];
        put?: never;
        /** Register the signed-in identity as worker or buyer */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One user: all fields for the user and for admins, otherwise name, photo and role */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Close an account */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Change the role of a user (admins only); other fields are ignored */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change one's own name or picture; an absent field stays as it is */
        patch: operations["changeProfile"];
        trace?: never;
    };
    "/admin/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Starting coins that wait for an admin, the oldest first */
        get: operations["listWaitingGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/grants/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grant the starting coins of up to 100 accounts that wait for an admin; others are left out */
        post: operations["releaseGrants"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's API keys without their secrets, newest first */
        get: operations["listApiKeys"];
        put?: never;
        /** Make an API key; only this answer has it */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke one of the caller's API keys */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/testimonials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Testimonials */
        get: operations["listTestimonials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an embedded account */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in to an embedded account */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a new identity token; the refresh token is replaced */
        post: operations["refreshIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a refresh token */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the password of an embedded account; other sessions end */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mail a link to set a new password; the answer is the same for unknown addresses */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password by a mailed link; all sessions end */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mail a link to confirm the address, unless it is confirmed */
        post: operations["requestEmailConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/verification/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm the address by a mailed link; a repeat changes nothing */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The owner of an identity token */
        get: operations["identityMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The embedded stand-in for Google's popup */
        get: operations["googlePage"];
        put?: never;
        /** Approve or cancel in the stand-in for Google's popup */
        post: operations["googleDecide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tasks, newest first; buyer emails only when signed in */
        get: operations["listTasks"];
        put?: never;
        /** Post a task; its full cost moves to escrow */
        post: operations["createTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One task */
        get: operations["getTask"];
        put?: never;
        post?: never;
        /** Delete a task and refund the coins of its open places */
        delete: operations["deleteTask"];
        options?: never;
        head?: never;
        /** Edit title, detail and info of the caller's task, or pause it; other fields are ignored */
        patch: operations["changeTask"];
        trace?: never;
    };
    "/tasks/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a task now and refund the coins of its open places; its work stays readable */
        post: operations["endTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/places": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add places to the caller's open task; their coins are put in escrow */
        post: operations["addPlaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's submissions (worker), those to the caller's tasks (buyer), or all (admin), newest first */
        get: operations["listSubmissions"];
        put?: never;
        /** Submit work for a place of a task */
        post: operations["createSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/getAllData": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of submissions that the caller may see */
        get: operations["countSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/submissions.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The work of the caller's task, or of any task (admin), also of a closed or deleted one, newest first */
        get: operations["exportSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/submissions.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The work of the caller's task, or of any task (admin), also of a closed or deleted one, newest first */
        get: operations["exportSubmissionsXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or reject up to 100 submissions to the caller's tasks; each succeeds or fails by itself */
        post: operations["decideSubmissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Approve or reject a submission to the caller's task */
        patch: operations["decideSubmission"];
        trace?: never;
    };
    "/submissions/{id}/revision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a submission to the caller's task back to its worker, once */
        post: operations["requestRevision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/resubmission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The new version of the caller's submission that was sent back */
        post: operations["resubmit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/reservation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reserve a place of a task for some minutes; a repeat returns the same reservation */
        post: operations["reservePlace"];
        /** Give the caller's reserved place of a task back */
        delete: operations["returnPlace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}/reservations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Release the places of the caller's task that workers have held for longer than the time to do the work */
        delete: operations["releasePlaces"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reservations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's reserved places, the one that ends next first */
        get: operations["listReservations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/submissions/{id}/appeal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Appeal against the rejection of the caller's submission, once, within seven days */
        post: operations["fileAppeal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/appeals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's appeals (worker), those about the caller's tasks (buyer), or all (admin), newest first */
        get: operations["listAppeals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/appeals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Uphold or dismiss an appeal; an upheld one pays the worker */
        patch: operations["decideAppeal"];
        trace?: never;
    };
    "/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's withdrawals, or all (admin), newest first; `look`: the pending ones that an admin should inspect */
        get: operations["listWithdrawals"];
        put?: never;
        /** Request a withdrawal */
        post: operations["createWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The due payouts with their account numbers, oldest first */
        get: operations["exportDuePayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The due payouts with their account numbers, oldest first */
        get: operations["exportDuePayoutsXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Approve or cancel a withdrawal; approving without enough coins cancels it */
        patch: operations["decideWithdrawal"];
        trace?: never;
    };
    "/admin/signals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Covered pending withdrawals with signals, the largest first */
        get: operations["listSignals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{id}/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold a pending withdrawal, which is then not approved until its release */
        post: operations["holdWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Release a held withdrawal */
        post: operations["releaseWithdrawal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{id}/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Add account number of one's own withdrawal until it is paid; a failed payout is due again */
        patch: operations["correctAccount"];
        trace?: never;
    };
    "/withdrawals/{id}/reveal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The account number of a due payout */
        post: operations["revealAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/withdrawals/{id}/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that a payout was paid, or that it failed */
        post: operations["decidePayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/create-payment-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start the purchase of a coin package */
        post: operations["createPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/storePayment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record a payment that the processor has confirmed */
        post: operations["storePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/simulated/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm a payment at the simulated processor */
        post: operations["confirmSimulatedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Receive events of Stripe, authenticated by their signature */
        post: operations["stripeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's payments, or all (admin), newest first */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{intent}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Credit the coins of a recorded payment (COIN_CREDIT=manual) */
        post: operations["creditPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's ledger entries, newest first; an admin may name a user */
        get: operations["statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statement.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's ledger entries, newest first */
        get: operations["exportStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statement.xlsx": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's ledger entries, newest first */
        get: operations["exportStatementXlsx"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/earnings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Coins that the caller earned and withdrew, of each of the last days, oldest first */
        get: operations["earnings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/flow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Dollars paid in, paid out and owed, of each of the last days, oldest first */
        get: operations["dollarFlow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a picture (multipart field `image`) */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which addresses lead to no picture. Call it before posting tasks with pictures of other hosts */
        post: operations["checkPictures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A picture as WebP, at most `w` pixels wide */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's notifications, newest first */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark the caller's notifications as read, from the oldest to this one */
        post: operations["readNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Mark one of the caller's notifications as read */
        patch: operations["readNotification"];
        trace?: never;
    };
    "/notification-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which notifications of the caller are also mailed */
        get: operations["notificationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Choose which notifications are also mailed; an absent kind stays as it is */
        patch: operations["changeNotificationSettings"];
        trace?: never;
    };
    "/admin/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Mails of the last 30 days, newest first; 404 when the installation sends none */
        get: operations["listMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sums for the home screens */
        get: operations["totals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller's changes as server-sent events */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Parked events */
        get: operations["listParked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/parked/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a parked event */
        post: operations["retryParked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/trail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Acts of admins and of the operator, newest first */
        get: operations["listAdminTrail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/integrity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sums of coins, running checks, late work */
        get: operations["readIntegrity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings for the browser */
        get: operations["config"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountNumber: {
            accountNumber: string;
        };
        /** @description The id of the new API key, and the key. */
        AddedApiKey: {
            insertedId: string;
            /** @description The whole key; no other answer has it. */
            key: string;
        };
        /** @description One act of an admin. */
        AdminAct: {
            _id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at: string;
            /** @description Now one of role-changed, account-closed, grant-released, task-deleted, task-ended, withdrawal-approved, withdrawal-canceled, withdrawal-held, withdrawal-released, account-number-revealed, payouts-exported, payout-paid, payout-failed, payment-credited, appeal-upheld, appeal-dismissed, event-retried, record-discarded, password-set; more may follow. */
            action: string;
            /** @description The id of the admin, or `operator`: a command of the installation. */
            actor: string;
            actorEmail?: string;
            subject: {
                /** @description `user`, `account` (for signing in), `task`, `submission`, `withdrawal`, `payment`, `event` or `export`. */
                type: string;
                id: string;
                /** @description The email of the person, or the type of the event. */
                title?: string;
            };
            /** @description For people. */
            detail: string;
        };
        /** @description An API key, without its secret. */
        ApiKey: {
            _id: string;
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /** @description The beginning of the key, without its secret. */
            mask: string;
        };
        /** @description An appeal with its submission. */
        Appeal: {
            /** @description The id of the submission. */
            _id: string;
            taskId: string;
            taskTitle: string;
            payableAmount: number;
            workerName: string;
            workerEmail: string;
            buyerName: string;
            buyerEmail: string;
            submissionDetails: string;
            attachments?: string[];
            reason?: components["schemas"]["RejectionReason"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            rejectedAt: string;
            text: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            filedAt: string;
            /** @enum {string} */
            state: "open" | "upheld" | "dismissed";
            note?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            decidedAt?: string;
            /**
             * @description Of an upheld appeal; of an open one: the payer if it is upheld now. Absent in a dismissed one.
             * @enum {string}
             */
            paidBy?: "escrow" | "platform";
            /** @description Only for buyers and admins. */
            workerStats?: components["schemas"]["WorkerStats"];
        };
        /** @description Whether the appeal was changed, and what pays. */
        AppealDecided: {
            modifiedCount: number;
            /**
             * @description Of an upheld appeal: an open place of the task, or Piecework.
             * @enum {string}
             */
            paidBy?: "escrow" | "platform";
        };
        /** @description How a buyer has decided so far. */
        BuyerStats: {
            /** @description Tasks, also deleted ones. */
            posted: number;
            /** @description Submissions that the buyer or a deadline decided. */
            decided: number;
            approved: number;
            /** @description Rejections without a reason. */
            unexplained: number;
            /** @description Rejections that an appeal reversed; they count as approved. */
            overturned: number;
            /** @description Half of the decisions came within these hours: one of 1, 4, 12, 24, 72, 168, 720, 8760. */
            reviewHours?: number;
        };
        /** @description Settings of this installation for clients. */
        Config: {
            /** @enum {string} */
            identity: "embedded" | "firebase";
            /** @enum {string} */
            payments: "simulated" | "stripe";
            /** @enum {string} */
            coinCredit: "manual" | "automatic";
            packages: {
                price: number;
                coins: number;
            }[];
            centsPerCoin: number;
            minWithdrawalCoins: number;
            paymentSystems: ("bkash" | "rocket" | "nagad" | "other")[];
            image: {
                maxBytes: number;
                maxPixels: number;
            };
            /** @description Where people write with questions; absent: nowhere. */
            supportEmail?: string;
            /** @description Whether this installation sends mail; absent: no. */
            mail?: boolean;
            /** @description Whether the first withdrawal needs a confirmed address; absent: no. */
            verifyEmail?: boolean;
            firebase?: {
                apiKey: string;
                authDomain: string;
                projectId: string;
                emulatorHost?: string;
            };
            stripe?: {
                publishableKey: string;
                scriptUrl: string;
            };
        };
        /** @description The outcome of one decision; `code` names what refused it. */
        Decided: {
            modifiedCount: number;
            id: string;
            /** @enum {string} */
            code?: "not-found" | "already-decided" | "awaiting-revision";
        };
        /** @description The outcomes, in the order of the request. */
        Decisions: {
            results: components["schemas"]["Decided"][];
        };
        /** @description Number of deleted records: 0 or 1. */
        Deleted: {
            deletedCount: number;
        };
        /** @description What one day brought, and what left. */
        EarningDay: {
            /**
             * Format: date
             * @description UTC.
             */
            day: string;
            /** @description Coins. */
            earned: number;
            /** @description Coins of approved withdrawals. */
            withdrawn: number;
        };
        /** @description An entry of the ledger: coins in or out. */
        Entry: {
            _id: string;
            transfer: string;
            /** @enum {string} */
            kind: "grant" | "fund" | "settle" | "refund" | "payout" | "role" | "close" | "topup" | "reverse" | "appeal";
            /** @description Coins in (positive) or out (negative). */
            amount: number;
            balance: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            time: string;
            /** @description The cause. */
            about?: components["schemas"]["EntryCause"];
        };
        EntryCause: {
            /** @description Now one of task, submission, withdrawal, payment, role, account; more may follow. */
            type: string;
            /** @description Of a role: its version. Of an account: the user. */
            id: string;
            /** @description Of the task, as it was posted; absent in entries of older releases. */
            title?: string;
            /** @description Of places that were added to the task later. */
            additionId?: string;
            /**
             * @description Of an approved withdrawal: what has become of it.
             * @enum {string}
             */
            payout?: "due" | "paid" | "failed";
        };
        /** @description The error of one field. */
        FieldError: {
            field: string;
            message: string;
        };
        /** @description The dollars of the marketplace on one day. */
        FlowDay: {
            /**
             * Format: date
             * @description UTC.
             */
            day: string;
            /** @description Paid in on this day by verified payments, without what was given back since. */
            dollarsIn: number;
            /** @description Of withdrawals approved on this day. */
            dollarsOut: number;
            /** @description What all users' coins would pay out at the end of the day, of the last day now. */
            dollarsOwed: number;
        };
        /** @description A signed-in identity, with its tokens. */
        Identity: {
            uid: string;
            email: string;
            displayName: string;
            photoURL: string;
            emailVerified: boolean;
            idToken: string;
            refreshToken: string;
            /** @description Lifetime of the idToken in seconds. */
            expiresIn: number;
        };
        /** @description The id of the new record. */
        Inserted: {
            insertedId: string;
        };
        /** @description Sums and running checks of the whole installation. */
        Integrity: {
            checks: {
                /** @description Now one of `ledger-balanced`, `payouts-balanced`, `places-balanced`, `counters-exact`, `account-numbers-readable` and `escrow-covered`; more may follow. */
                name: string;
                /** @description The service that checks it each minute; `gateway`: at each call. */
                service: string;
                /**
                 * @description `unknown`: without a result, for example because an event is still on its way.
                 * @enum {string}
                 */
                state: "holds" | "broken" | "unknown";
                /**
                 * Format: date-time
                 * @description The first result of this state in a row, since the start of the process that checks. Absent before the first result.
                 */
                since?: string;
            }[];
            /** @description Timers with a deadline that passed more than a minute ago. */
            overdue: {
                service: string;
                timer: string;
                /**
                 * Format: date-time
                 * @description Its oldest deadline that was not handled.
                 */
                since: string;
            }[];
            /** @description Services with parked events. */
            parked: {
                service: string;
                events: number;
                /** @description Later events that wait behind them. */
                waiting: number;
            }[];
            /** @description users + escrow = grants + topUps + appeals + adjustments - payouts. Absent, like the following fields, while a service counts the documents of an earlier release. */
            coins?: {
                /** @description In the accounts of users. */
                users: number;
                /** @description In escrow. */
                escrow: number;
                /** @description Pay of all open, reserved and pending places: `escrow`, unless an event is on its way. */
                places: number;
                grants: number;
                topUps: number;
                /** @description Paid by Piecework for upheld appeals. */
                appeals: number;
                /** @description By role changes and closed accounts; below 0 when they took coins. */
                adjustments: number;
                payouts: number;
            };
            dollars?: {
                /** @description By verified payments. */
                paidIn: number;
                /** @description By approved withdrawals. */
                paidOut: number;
                /** @description By approved and pending withdrawals. */
                requested: number;
                /** @description What all users' coins would pay out. */
                owed: number;
            };
            payouts?: {
                due: number;
                /**
                 * Format: date-time
                 * @description Request of the due payout that waits longest.
                 */
                oldest?: string;
            };
            appeals?: {
                open: number;
                /**
                 * Format: date-time
                 * @description Filing of the open appeal that waits longest.
                 */
                oldest?: string;
            };
        };
        /** @description A mail of this installation. */
        Mail: {
            _id: string;
            /** @description Now one of password-reset, email-confirmation, submission-created, submission-approved, submission-rejected, revision-requested, submission-resubmitted, appeal-filed, appeal-upheld, appeal-dismissed, withdrawal-requested, withdrawal-approved, withdrawal-canceled, withdrawal-held, withdrawal-released, withdrawal-paid, payout-failed, account-number-changed, payment-credited, grant-released, task-deleted, task-closed, reservation-lapsed, places-declined; more may follow. */
            kind: string;
            to: string;
            /** @enum {string} */
            state: "queued" | "sent" | "failed" | "expired";
            attempts: number;
            /** @description Of the last attempt. */
            error?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Of a queued mail.
             */
            nextAttemptAt?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            sentAt?: string;
            /** @description Only where mail is kept instead of sent, like `text` and `html`. */
            subject?: string;
            text?: string;
            html?: string;
        };
        /** @description Nothing was changed; `message` states why. */
        Message: {
            message: string;
        };
        /** @description Number of changed records: 0 or 1. */
        Modified: {
            modifiedCount: number;
        };
        /** @description What a user is told; without sentences. */
        Notification: {
            _id: string;
            /** @description Now one of submission-created, submission-approved, submission-rejected, revision-requested, submission-resubmitted, appeal-filed, appeal-upheld, appeal-dismissed, withdrawal-requested, withdrawal-approved, withdrawal-canceled, withdrawal-held, withdrawal-released, withdrawal-paid, payout-failed, account-number-changed, payment-credited, grant-released, task-deleted, task-closed, reservation-lapsed, places-declined; more may follow. */
            kind: string;
            /**
             * @description The role of the reader that it is about.
             * @enum {string}
             */
            role: "worker" | "buyer" | "admin";
            /** @description What it is about. */
            ids: {
                taskId?: string;
                submissionId?: string;
                withdrawalId?: string;
                paymentId?: string;
            };
            /** @description Of the task. */
            title?: string;
            coins?: number;
            /** @description A code: what decided, what pays, or the reason. */
            why?: string;
            /** @description Of a changed account number: its last characters, and those of the one before. */
            account?: {
                mask: string;
                before?: string;
            };
            /** @description How many events it stands for. */
            n: number;
            read: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at: string;
        };
        NotificationSettings: {
            /** @description Kinds of notifications (more may follow), and whether they are also mailed. */
            email: {
                [key: string]: boolean;
            };
            /**
             * @description Why none is mailed: the installation sends no mail, or the address is not confirmed. Absent: nothing is in the way.
             * @enum {string}
             */
            emailBlocked?: "no-mail" | "unconfirmed";
        };
        /** @description An event that a service could not process and set aside. */
        ParkedEvent: {
            /** @description `service:position`, the id for the retry. */
            id: string;
            service: string;
            type: string;
            aggregateId: string;
            reason: string;
            attempts: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            parkedAt: string;
            /** @description Later events of the same aggregate that wait behind it. */
            waiting: number;
            /** @description Of the request that caused it; finds its log lines. */
            correlationId: string;
        };
        /** @description The payment of a coin package. */
        Payment: {
            _id: string;
            email: string;
            /** @description Dollars. */
            amount: number;
            coins: number;
            /** @description Last four digits of the card; empty when the processor does not report them. */
            card: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            time: string;
            /** @enum {string} */
            state: "recorded" | "credited" | "reversed";
            /** @description Coins that a refund or dispute could not recover. */
            shortfall: number;
            /** @description Dollars refunded to the card; the coins are taken back only when the whole amount is refunded. */
            refunded: number;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /** @description A URN that contains the code. */
            type: string;
            title: string;
            status: number;
            /** @description Stable, for programs. */
            code: string;
            /** @description A sentence for the user, which clients show. */
            message: string;
            correlationId?: string;
            /** @description For `validation`: one entry per field, named by its path (`body` for the whole body). */
            errors?: components["schemas"]["FieldError"][];
        };
        /** @description The owner of an identity token. */
        Profile: {
            uid: string;
            email: string;
            displayName: string;
            photoURL: string;
            emailVerified: boolean;
        };
        /** @description The public fields of a user. */
        PublicUser: {
            userName: string;
            userPhotoURL: string;
            /** @enum {string} */
            userRole: "worker" | "buyer" | "admin";
            _id?: string;
            /** @description Only for buyers: of workers who submitted to one of their tasks. */
            userEmail?: string;
            userAvailableCoin?: number;
        };
        /** @description Why a submission was rejected. */
        RejectionReason: {
            /**
             * @description `overdue`: a requested revision did not come.
             * @enum {string}
             */
            code: "incomplete" | "wrong" | "off-task" | "low-quality" | "copied" | "no-proof" | "other" | "overdue";
            text: string;
        };
        /** @description Number of accounts that no longer wait. */
        ReleasedGrants: {
            released: number;
        };
        /** @description A place of a task that is kept for one worker. */
        Reservation: {
            _id: string;
            taskId: string;
            taskTitle: string;
            payableAmount: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
        };
        /** @description The id of the reservation, and its end. */
        Reserved: {
            insertedId: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            expiresAt: string;
        };
        /** @description A request to improve a submission, at most one per submission. */
        Revision: {
            /** @description The buyer's. */
            note: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            requestedAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            resubmittedAt?: string;
        };
        /** @description Work that a worker has submitted to a task. */
        Submission: {
            _id: string;
            taskId: string;
            taskTitle: string;
            payableAmount: number;
            workerEmail: string;
            workerName: string;
            buyerName: string;
            buyerEmail: string;
            submissionDetails: string;
            /** @description Day-month-year, UTC. */
            submissionDate: string;
            /** @enum {string} */
            status: "pending" | "approved" | "reject";
            /** @description Addresses of pictures. */
            attachments?: string[];
            reason?: components["schemas"]["RejectionReason"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            decidedAt?: string;
            /** @enum {string} */
            decidedBy?: "buyer" | "deadline" | "departure" | "admin";
            /**
             * Format: date-time
             * @description When it is approved unless the buyer decides before.
             */
            autoApproveAt?: string;
            revision?: components["schemas"]["Revision"];
            /** @description Versions before a resubmission. */
            earlier?: {
                submissionDetails: string;
                attachments?: string[];
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                submittedAt: string;
            }[];
            appeal?: components["schemas"]["SubmissionAppeal"];
            /**
             * Format: date-time
             * @description The worker may appeal until then.
             */
            appealUntil?: string;
            /**
             * Format: date-time
             * @description When it was handed in, decided, sent back, resubmitted or appealed, whichever is last. Absent before the first change since older releases.
             */
            changedAt?: string;
            /** @description Only for buyers and admins: the worker's decided submissions. */
            workerStats?: components["schemas"]["WorkerStats"];
        };
        /** @description The appeal of a worker against a rejection. */
        SubmissionAppeal: {
            text: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            filedAt: string;
            /** @enum {string} */
            state: "open" | "upheld" | "dismissed";
            /** @description The admin's. */
            note?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            decidedAt?: string;
            /**
             * @description Of an upheld appeal.
             * @enum {string}
             */
            paidBy?: "escrow" | "platform";
        };
        /** @description A pending withdrawal that an admin should look at, and why. */
        Suspect: {
            _id: string;
            workerId: string;
            workerEmail: string;
            workerName: string;
            withdrawalCoin: number;
            /** @description Dollars. */
            withdrawalAmount: number;
            /** @description Day-month-year, UTC. */
            withdrawalDate: string;
            /** @enum {string} */
            paymentSystem: "bkash" | "rocket" | "nagad" | "other";
            /** @enum {string} */
            status: "pending" | "approved" | "canceled";
            /** @description The last characters of the account number. */
            accountMask?: string;
            /**
             * @description Of an approved withdrawal.
             * @enum {string}
             */
            payout?: "due" | "paid" | "failed";
            payoutReference?: string;
            /**
             * Format: date-time
             * @description After a change of the account number: earlier, a payment needs the reason of an admin.
             */
            payFrom?: string;
            cancelReason?: string;
            /** @description Oldest first. */
            timeline?: {
                /** @enum {string} */
                state: "requested" | "approved" | "canceled" | "paid" | "failed" | "corrected" | "held" | "released";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                /** @description The reference of a payout, or the reason. */
                note?: string;
                /** @description The last characters of the account number that was given, or paid. */
                mask?: string;
                /** @description Those of the account number that it replaced. */
                before?: string;
            }[];
            /** @description While the pending withdrawal is held. */
            hold?: components["schemas"]["WithdrawalHold"];
            /**
             * @description Only for admins, while the withdrawal is pending or its payout is due: another worker used the same account number in the last 180 days, with whatever payment system.
             * @constant
             */
            sharedAccount?: true;
            /** @description Only for admins: coins of this withdrawal that came from grants or packages, not from work. */
            unearnedCoin?: number;
            /** @description Only for admins, and only while the withdrawal is pending. */
            funding?: components["schemas"]["WithdrawalFunding"];
            /** @description `granted`: coins without a payment; `shared-account`: another worker used the same account number in the last 180 days; `one-buyer`: at least four fifths of the coins come from one buyer; `new-buyers`: at least half of them from buyers whose accounts were less than 72 hours old at the request; `few-workers`: a buyer of at least a fifth of the coins has paid at most two workers; `below-price`: the coins were bought for less than they are paid out for; `unearned`: coins that were not earned by work; `new-account`: less than 72 hours old at the request. */
            signals: ("granted" | "shared-account" | "one-buyer" | "new-buyers" | "few-workers" | "below-price" | "unearned" | "new-account")[];
        };
        /** @description A task: work that a buyer pays for, with a number of places for workers. */
        Task: {
            _id: string;
            taskTitle: string;
            taskDetail: string;
            taskImageURL: string;
            /** @description Places that are still open. */
            requiredWorkers: number;
            payableAmount: number;
            /** Format: date */
            completionDate: string;
            submissionInfo: string;
            /** @enum {string} */
            taskStatus: "pending" | "onProgress" | "completed";
            /** @description Coins committed at creation: places × coins per place. */
            totalPayableAmount: number;
            buyerName: string;
            /** @description Only for signed-in callers. */
            buyerEmail?: string;
            /** @description Hours until an unreviewed submission is approved; 0: never. */
            autoApproveHours?: number;
            /** @description Minutes for which a worker can reserve a place. 0 or absent: not at all. */
            reserveMinutes?: number;
            /** @description Takes no more work after the completion date; the coins of open places come back. Absent: false. */
            closeAtCompletion?: boolean;
            /** @description Takes no new work at the moment. Absent: false. */
            paused?: boolean;
            /** @description Takes no more work. Absent while the task is open. */
            closed?: {
                /** @enum {string} */
                reason: "expired" | "ended";
                /** @description Coins of the open places, which came back. */
                refunded: number;
                /** @description What stays in escrow while workers may appeal rejections. Absent: nothing. */
                kept?: {
                    /** @description Coins of places without work. */
                    coins: number;
                    /**
                     * Format: date-time
                     * @description The end of the time to appeal. An open appeal keeps coins until its decision.
                     */
                    until: string;
                };
            };
            /** @description Places that workers have reserved. Absent: none. */
            reservedPlaces?: number;
            /** @description Percent of decided submissions that must be approved to submit; absent: none. */
            minApprovalRate?: number;
            /** @description Only for signed-in callers. */
            buyerStats?: components["schemas"]["BuyerStats"];
            /**
             * @description Only for workers: the caller's submission is pending or approved.
             * @constant
             */
            submitted?: true;
        };
        /** @description What a user says about Piecework. */
        Testimonial: {
            _id: string;
            userPhoto: string;
            quote: string;
            userName: string;
        };
        Token: {
            token: string;
        };
        /** @description Sums for the home screens: each role gets its part. */
        Totals: {
            worker?: {
                submissions: number;
                pending: number;
                approved: number;
                earned: number;
                /** @description Submissions that wait for a revision. */
                sentBack?: number;
                reviewed?: components["schemas"]["WorkerStats"];
                /** @description Coins of submissions that wait for a decision. */
                pendingCoins?: number;
                /** @description Coins of pending withdrawals, which are still in the balance. */
                askedCoins?: number;
                /** @description Coins of approved withdrawals. */
                withdrawnCoins?: number;
            };
            buyer?: {
                tasks: number;
                openPlaces: number;
                committed: number;
                pendingSubmissions: number;
            };
            admin?: {
                workers: number;
                buyers: number;
                coins: number;
                committed: number;
                pendingWithdrawals: number;
                duePayouts?: number;
                openAppeals?: number;
                /** @description Dollars paid in by verified payments. */
                dollarsIn: number;
                /** @description Dollars paid out by approved withdrawals. */
                dollarsOut: number;
                /** @description Dollars that all users' coins would pay out. */
                dollarsOwed: number;
            };
        };
        /** @description All fields of a user: for the user and for admins. */
        User: {
            _id: string;
            userName: string;
            /** @description Lower case. */
            userEmail: string;
            userPhotoURL: string;
            /** @enum {string} */
            userRole: "worker" | "buyer" | "admin";
            userAvailableCoin: number;
            /** @description Only for the user; absent: the address is not confirmed. */
            emailConfirmed?: boolean;
            /**
             * @description Only for the user: what the starting coins wait for; absent: nothing.
             * @enum {string}
             */
            grantWaits?: "admin" | "email";
        };
        /** @description Starting coins that wait for an admin. */
        WaitingGrant: {
            userId: string;
            userName: string;
            userEmail: string;
            /** @enum {string} */
            userRole: "worker" | "buyer" | "admin";
            emailConfirmed: boolean;
            coins: number;
            /**
             * @description `network`: its network has had the grants of that day. `mailbox`: another account of the same mailbox came first.
             * @enum {string}
             */
            reason: "network" | "mailbox";
            /** @description From which the account was registered. */
            network: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            since: string;
        };
        /** @description A request of a worker to pay out coins. */
        Withdrawal: {
            _id: string;
            workerId: string;
            workerEmail: string;
            workerName: string;
            withdrawalCoin: number;
            /** @description Dollars. */
            withdrawalAmount: number;
            /** @description Day-month-year, UTC. */
            withdrawalDate: string;
            /** @enum {string} */
            paymentSystem: "bkash" | "rocket" | "nagad" | "other";
            /** @enum {string} */
            status: "pending" | "approved" | "canceled";
            /** @description The last characters of the account number. */
            accountMask?: string;
            /**
             * @description Of an approved withdrawal.
             * @enum {string}
             */
            payout?: "due" | "paid" | "failed";
            payoutReference?: string;
            /**
             * Format: date-time
             * @description After a change of the account number: earlier, a payment needs the reason of an admin.
             */
            payFrom?: string;
            cancelReason?: string;
            /** @description Oldest first. */
            timeline?: {
                /** @enum {string} */
                state: "requested" | "approved" | "canceled" | "paid" | "failed" | "corrected" | "held" | "released";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC.
                 */
                at: string;
                /** @description The reference of a payout, or the reason. */
                note?: string;
                /** @description The last characters of the account number that was given, or paid. */
                mask?: string;
                /** @description Those of the account number that it replaced. */
                before?: string;
            }[];
            /** @description While the pending withdrawal is held. */
            hold?: components["schemas"]["WithdrawalHold"];
            /**
             * @description Only for admins, while the withdrawal is pending or its payout is due: another worker used the same account number in the last 180 days, with whatever payment system.
             * @constant
             */
            sharedAccount?: true;
            /** @description Only for admins: coins of this withdrawal that came from grants or packages, not from work. */
            unearnedCoin?: number;
            /** @description Only for admins, and only while the withdrawal is pending. */
            funding?: components["schemas"]["WithdrawalFunding"];
        };
        /** @description Sources of the coins of a pending withdrawal. */
        WithdrawalFunding: {
            /** @description Whether the balance covers the withdrawal and the older ones of its worker; if not, approving cancels it, and nothing is traced. */
            covered: boolean;
            /** @description Number of settlements that fund the withdrawal. */
            settles: number;
            /** @description Coins that these settlements paid. */
            coins: number;
            buyers: number;
            /** @description Share of these coins that the largest buyer paid, 0 to 1. */
            largestShare: number;
            /** @description Coins of the withdrawal without a payment: grants, and purchases that were refunded or charged back. */
            granted: number;
            /** @description Coins that Piecework has paid for upheld appeals. */
            appealed: number;
            /** @description Coins that were bought; with `granted` and `appealed` all coins that were traced. */
            purchases: {
                /** @description Dollars of the package. */
                price: number;
                coins: number;
            }[];
            /** @description Dollars and granted coins of all requests of this worker that are pending and covered, or were approved since they are traced. */
            total: {
                requested: number;
                paidIn: number;
                granted: number;
            };
            /** @description Dollars that the buyers paid for these coins; granted coins count 0. */
            paidIn: number;
            /** @description Dollars that the withdrawal pays out beyond `paidIn`, never negative. */
            loss: number;
            /** @description Buyers whose accounts were less than 72 hours old when the withdrawal was requested. */
            newBuyers: number;
            /** @description Share of the coins that they paid, 0 to 1. */
            newBuyersShare: number;
            /** @description The same for the worker's account. */
            newWorker: boolean;
            /** @description Buyers whose payments went only, or almost only, to this worker. */
            onlyWorkerBuyers: number;
            /** @description There are more settlements than are read: sums and loss cover the newest 10,000. */
            truncated: boolean;
            /** @description Reasons to inspect the withdrawal; empty when there are none. */
            reasons: ("unpaid-coins" | "only-worker" | "one-buyer" | "truncated")[];
        };
        /** @description Why, and until when, an admin checks a pending withdrawal. */
        WithdrawalHold: {
            /** @enum {string} */
            reasonCode: "unearned-coins" | "one-buyer" | "shared-account" | "new-account" | "other";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            at: string;
            /**
             * Format: date-time
             * @description When the service releases it.
             */
            until: string;
            /** @description Only for admins. */
            note?: string;
        };
        /** @description How the submissions of a worker were decided so far. */
        WorkerStats: {
            approved: number;
            decided: number;
        };
    };
    responses: {
        /** @description `too-many-requests`: Too many requests. Please wait a moment and try again. */
        TooManyRequests: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code: "too-many-requests";
                };
            };
        };
        /** @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment. */
        Unavailable: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code: "unavailable";
                };
            };
        };
        /** @description `internal`: Something went wrong on our side. Nothing you sent is lost. Please try again. */
        Internal: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code: "internal";
                };
            };
        };
        /** @description `too-large`: The request is too large. Send at most 100 KiB of JSON, or a picture of at most 5 MB. */
        TooLarge: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code: "too-large";
                };
            };
        };
        /** @description `unsupported-media-type`: Send JSON with content-type application/json. */
        UnsupportedMediaType: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code: "unsupported-media-type";
                };
            };
        };
        /** @description Refused before the operation is known: invalid bytes, headers or method for this path. `status` is that of the code. */
        NotUnderstood: {
            headers: {
                "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {string} */
                    code: "malformed-request" | "request-timeout" | "expectation-failed" | "headers-too-large" | "method-not-allowed" | "misdirected";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies the call in the logs. A caller may choose it: 8 to 64 letters, digits, `-` and `_`. */
        "X-Correlation-Id": string;
        /** @description Number of matching rows; the body has those from `offset` on, at most `limit`. */
        "X-Total-Count": number;
        /** @description Number of the caller's unread notifications. */
        "X-Unread-Count": number;
        /** @description Only of a list that is truncated because of its size: `<path>; rel="next"` answers the rest. */
        Link: string;
        /** @description Version of the response, for `If-None-Match`. Lists have one only for callers without a token. */
        ETag: string;
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    jwt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "wilma@example.com"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Case-insensitive. An internationalized domain is stored in its ASCII form.
                     */
                    email: string & unknown;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6IndpbG1hQGV4YW1wbGUuY29tIn0.c2lnbmF0dXJl"
                     *     }
                     */
                    "application/json": components["schemas"]["Token"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             *
             *     `invalid-credential`: The email or password is incorrect. Please check both and try again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json" | "invalid-credential";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `account-closed`: This account has been closed. Please sign up with another email.
             *
             *     `email-not-verified`: An account with this email already exists, and we couldn’t confirm that it’s yours. Choose “Forgot your password?” and follow the link in the email, or sign in with Google; then try again.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "account-closed" | "email-not-verified";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Text to search for. */
                q?: string;
                /** @example coins */
                sort?: "newest" | "name" | "coins" | "role";
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 20
                 */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /** @example worker */
                role?: "worker" | "buyer" | "admin";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqr7p3fw9t2x4k6h8j1c5vm",
                     *         "userName": "Wilma",
                     *         "userEmail": "wilma@example.com",
                     *         "userPhotoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *         "userRole": "worker",
                     *         "userAvailableCoin": 210
                     *       }
                     *     ]
                     */
                    "application/json": (components["schemas"]["User"] | components["schemas"]["PublicUser"])[];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /** @description `unauthenticated`: Please sign in. */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token. */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "Wilma",
                 *       "userPhotoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                 *       "userRole": "worker"
                 *     }
                 */
                "application/json": {
                    /** @description Absent: the identity's. */
                    userName?: string;
                    /**
                     * Format: uri-reference
                     * @description An https URL, or the address of an uploaded picture. Empty or null: none.
                     */
                    userPhotoURL?: string | null;
                    /** @enum {string} */
                    userRole?: "worker" | "buyer";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "You are already registered."
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "01kaqr7p3fw9t2x4k6h8j1c5vm"
                     *     }
                     */
                    "application/json": components["schemas"]["Inserted"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `account-closed`: This account has been closed. Please sign up with another email.
             *
             *     `email-not-verified`: An account with this email already exists, and we couldn’t confirm that it’s yours. Choose “Forgot your password?” and follow the link in the email, or sign in with Google; then try again.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "account-closed" | "email-not-verified";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    getUser: {
        parameters: {
            query?: {
                /**
                 * @description Case-insensitive. An internationalized domain is stored in its ASCII form.
                 * @example wilma@example.com
                 */
                email?: string & unknown;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "_id": "01kaqr7p3fw9t2x4k6h8j1c5vm",
                     *       "userName": "Wilma",
                     *       "userEmail": "wilma@example.com",
                     *       "userPhotoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *       "userRole": "worker",
                     *       "userAvailableCoin": 210
                     *     }
                     */
                    "application/json": components["schemas"]["User"] | components["schemas"]["PublicUser"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /** @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role. */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqr7p3fw9t2x4k6h8j1c5vm */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deletedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `own-role`: You can’t change your own role. Please ask another admin to do it.
             *
             *     `own-account`: You can’t delete your own account. Please ask another admin to do it.
             *
             *     `role-change-underway`: The last change to this account is still in progress. Please try again in a moment.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "own-role" | "own-account" | "role-change-underway";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqr7p3fw9t2x4k6h8j1c5vm */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userRole": "buyer"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    userRole?: "worker" | "buyer" | "admin";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `own-role`: You can’t change your own role. Please ask another admin to do it.
             *
             *     `own-account`: You can’t delete your own account. Please ask another admin to do it.
             *
             *     `role-change-underway`: The last change to this account is still in progress. Please try again in a moment.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "own-role" | "own-account" | "role-change-underway";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    changeProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userName": "Wilma W.",
                 *       "userPhotoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp"
                 *     }
                 */
                "application/json": {
                    userName?: string;
                    /**
                     * Format: uri-reference
                     * @description An https URL, or the address of an uploaded picture. Empty or null: none.
                     */
                    userPhotoURL?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listWaitingGrants: {
        parameters: {
            query?: {
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 20
                 */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "userId": "01kaqr7p3fw9t2x4k6h8j1c5vm",
                     *         "userName": "Wilma",
                     *         "userEmail": "wilma@example.com",
                     *         "userRole": "worker",
                     *         "emailConfirmed": false,
                     *         "coins": 10,
                     *         "reason": "network",
                     *         "network": "203.0.113.7",
                     *         "since": "2026-11-22T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WaitingGrant"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    releaseGrants: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userIds": [
                 *         "01kaqr7p3fw9t2x4k6h8j1c5vm"
                 *       ]
                 *     }
                 */
                "application/json": {
                    userIds: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "released": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ReleasedGrants"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqv4d7f9h2k5m8p1r3t6w0y",
                     *         "name": "Nightly upload",
                     *         "createdAt": "2026-11-22T12:00:00.000Z",
                     *         "mask": "pw_01kaqv4d7f9h2k5m8p1r3t6w0y_…"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly upload"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "01kaqv4d7f9h2k5m8p1r3t6w0y",
                     *       "key": "pw_01kaqv4d7f9h2k5m8p1r3t6w0y_q3Jb0x5vZ8sYkQn2TfLw7RcEo1mUdHa4GiPyX6tBs9N"
                     *     }
                     */
                    "application/json": components["schemas"]["AddedApiKey"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `too-many-keys`: You already have 10 API keys. Please revoke one you no longer use. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "too-many-keys";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqv4d7f9h2k5m8p1r3t6w0y */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deletedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listTestimonials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "ada",
                     *         "userPhoto": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *         "quote": "I name birds on the train and pay for my coffee with it.",
                     *         "userName": "Ada"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Testimonial"][];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "wilma@example.com",
                 *       "password": "Birds4ever!",
                 *       "displayName": "Wilma",
                 *       "photoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Case-insensitive. An internationalized domain is stored in its ASCII form.
                     */
                    email: string & unknown;
                    /**
                     * Format: password
                     * @description Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least 8 characters long
                     */
                    password: string & (unknown & unknown & unknown & unknown);
                    displayName: string;
                    /**
                     * Format: uri-reference
                     * @description An https URL, or the address of an uploaded picture. Empty or null: none.
                     */
                    photoURL?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uid": "01kaqr5w1zyv9xq8m4t2c6e7r5",
                     *       "email": "wilma@example.com",
                     *       "displayName": "Wilma",
                     *       "photoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *       "emailVerified": false,
                     *       "idToken": "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6IndpbG1hQGV4YW1wbGUuY29tIn0.c2lnbmF0dXJl",
                     *       "refreshToken": "01kaqr9e2w4y6z1x3c7v9bn5r8.Vt3mYw1kQp8Zr5",
                     *       "expiresIn": 3600
                     *     }
                     */
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /** @description `account-closed`: This account has been closed. Please sign up with another email. */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "account-closed";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `email-in-use`: This email already has an account. Please sign in instead. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "email-in-use";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "wilma@example.com",
                 *       "password": "Birds4ever!"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Case-insensitive. An internationalized domain is stored in its ASCII form.
                     */
                    email: string & unknown;
                    /** Format: password */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uid": "01kaqr5w1zyv9xq8m4t2c6e7r5",
                     *       "email": "wilma@example.com",
                     *       "displayName": "Wilma",
                     *       "photoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *       "emailVerified": false,
                     *       "idToken": "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6IndpbG1hQGV4YW1wbGUuY29tIn0.c2lnbmF0dXJl",
                     *       "refreshToken": "01kaqr9e2w4y6z1x3c7v9bn5r8.Vt3mYw1kQp8Zr5",
                     *       "expiresIn": 3600
                     *     }
                     */
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             *
             *     `invalid-credential`: The email or password is incorrect. Please check both and try again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json" | "invalid-credential";
                    };
                };
            };
            /** @description `account-closed`: This account has been closed. Please sign up with another email. */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "account-closed";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    refreshIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "01kaqr9e2w4y6z1x3c7v9bn5r8.Vt3mYw1kQp8Zr5"
                 *     }
                 */
                "application/json": {
                    refreshToken: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uid": "01kaqr5w1zyv9xq8m4t2c6e7r5",
                     *       "email": "wilma@example.com",
                     *       "displayName": "Wilma",
                     *       "photoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *       "emailVerified": false,
                     *       "idToken": "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6IndpbG1hQGV4YW1wbGUuY29tIn0.c2lnbmF0dXJl",
                     *       "refreshToken": "01kaqr9e2w4y6z1x3c7v9bn5r8.Vt3mYw1kQp8Zr5",
                     *       "expiresIn": 3600
                     *     }
                     */
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             *
             *     `invalid-refresh-token`: Your session has ended. Please sign in again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json" | "invalid-refresh-token";
                    };
                };
            };
            /** @description `account-closed`: This account has been closed. Please sign up with another email. */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "account-closed";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "01kaqr9e2w4y6z1x3c7v9bn5r8.Vt3mYw1kQp8Zr5"
                 *     }
                 */
                "application/json": {
                    refreshToken: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "old": "Birds4ever!",
                 *       "new": "Wrens4ever!"
                 *     }
                 */
                "application/json": {
                    /** Format: password */
                    old: string;
                    /**
                     * Format: password
                     * @description Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least 8 characters long
                     */
                    new: string & (unknown & unknown & unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uid": "01kaqr5w1zyv9xq8m4t2c6e7r5",
                     *       "email": "wilma@example.com",
                     *       "displayName": "Wilma",
                     *       "photoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *       "emailVerified": false,
                     *       "idToken": "eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6IndpbG1hQGV4YW1wbGUuY29tIn0.c2lnbmF0dXJl",
                     *       "refreshToken": "01kaqr9e2w4y6z1x3c7v9bn5r8.Vt3mYw1kQp8Zr5",
                     *       "expiresIn": 3600
                     *     }
                     */
                    "application/json": components["schemas"]["Identity"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             *
             *     `invalid-credential`: The email or password is incorrect. Please check both and try again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json" | "invalid-credential";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `account-closed`: This account has been closed. Please sign up with another email.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "account-closed";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `no-password`: This account signs in with Google, so it has no password to change. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "no-password";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "wilma@example.com"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description Case-insensitive. An internationalized domain is stored in its ASCII form.
                     */
                    email: string & unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `not-found`: We couldn’t find this. It may have been deleted.
             *
             *     `mail-off`: This site can’t send email. Please ask its administrator for help.
             */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found" | "mail-off";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "01kaqr9e2w4y6z1x3c7v9bn5rd.q1W8fT5uZ0xK7mB3nV6cY9dH2jL4pS1gR8tE5wQ0aXo",
                 *       "password": "Wrens4ever!"
                 *     }
                 */
                "application/json": {
                    /** @description What follows the `#` of the mailed link. */
                    token: string;
                    /**
                     * Format: password
                     * @description Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least 8 characters long
                     */
                    password: string & (unknown & unknown & unknown & unknown);
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             *
             *     `invalid-link`: This link is no longer valid. Please request a new one.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json" | "invalid-link";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    requestEmailConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `account-closed`: This account has been closed. Please sign up with another email.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "account-closed";
                    };
                };
            };
            /**
             * @description `not-found`: We couldn’t find this. It may have been deleted.
             *
             *     `mail-off`: This site can’t send email. Please ask its administrator for help.
             */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found" | "mail-off";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    confirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "01kaqr9e2w4y6z1x3c7v9bn5rd.q1W8fT5uZ0xK7mB3nV6cY9dH2jL4pS1gR8tE5wQ0aXo"
                 *     }
                 */
                "application/json": {
                    /** @description What follows the `#` of the mailed link. */
                    token: string;
                };
            };
        };
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             *
             *     `invalid-link`: This link is no longer valid. Please request a new one.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json" | "invalid-link";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    identityMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uid": "01kaqr5w1zyv9xq8m4t2c6e7r5",
                     *       "email": "wilma@example.com",
                     *       "displayName": "Wilma",
                     *       "photoURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *       "emailVerified": false
                     *     }
                     */
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `account-closed`: This account has been closed. Please sign up with another email.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "account-closed";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    googlePage: {
        parameters: {
            query?: {
                /** @example https://piecework.example */
                origin?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    googleDecide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "origin": "https://piecework.example",
                 *       "decision": "cancel"
                 *     }
                 */
                "application/x-www-form-urlencoded": {
                    origin: string;
                    /** @enum {string} */
                    decision: "approve" | "cancel";
                    /** @description The uid of an account, or `new`. */
                    account?: string;
                    email?: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description Text to search for. */
                q?: string;
                /** @example pay */
                sort?: "newest" | "pay" | "completion" | "title";
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 0
                 */
                offset?: number;
                /** @example true */
                open?: "0" | "1" | "true" | "false";
                status?: "pending" | "onProgress" | "completed";
                mine?: "0" | "1" | "true" | "false";
                /** @description Without tasks that the caller has submitted work to. */
                fresh?: "0" | "1" | "true" | "false";
                /** @description Closed tasks alone: of the caller, with `mine`, or all for admins. */
                closed?: "0" | "1" | "true" | "false";
                /** @description Tasks that pay at least so many coins. */
                minPay?: number;
                /** @description Tasks whose completion date is one of the next 3 days, or today (UTC). */
                closing?: "0" | "1" | "true" | "false";
            };
            header?: {
                /**
                 * @description The `ETag` of a cached copy: 304 while it is current.
                 * @example "01kaqr1c5vm7p3fw9t2x4k6h8j"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqs3v9xq8m4t2c6e7r5w1zy",
                     *         "taskTitle": "Name the birds in ten photos",
                     *         "taskDetail": "Look at each photo and write the English name of the bird.",
                     *         "taskImageURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *         "requiredWorkers": 2,
                     *         "payableAmount": 5,
                     *         "completionDate": "2099-12-31",
                     *         "submissionInfo": "Ten names, one per line.",
                     *         "taskStatus": "onProgress",
                     *         "totalPayableAmount": 15,
                     *         "buyerName": "Bella",
                     *         "buyerEmail": "bella@example.com",
                     *         "autoApproveHours": 168,
                     *         "minApprovalRate": 80,
                     *         "buyerStats": {
                     *           "posted": 3,
                     *           "decided": 24,
                     *           "approved": 21,
                     *           "unexplained": 0,
                     *           "overturned": 1,
                     *           "reviewHours": 24
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Task"][];
                };
            };
            /** @description The cached copy is current */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /** @description `unauthenticated`: Please sign in. */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role. */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    createTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taskTitle": "Name the birds in ten photos",
                 *       "taskDetail": "Look at each photo and write the English name of the bird.",
                 *       "submissionInfo": "Ten names, one per line.",
                 *       "requiredWorkers": 3,
                 *       "payableAmount": 5,
                 *       "completionDate": "2099-12-31",
                 *       "taskImageURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp"
                 *     }
                 */
                "application/json": {
                    taskTitle: string;
                    taskDetail: string;
                    submissionInfo: string;
                    /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                    requiredWorkers: number;
                    /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                    payableAmount: number;
                    /** Format: date */
                    completionDate: string;
                    /**
                     * Format: uri-reference
                     * @description An https URL, or the address of an uploaded picture.
                     */
                    taskImageURL: string;
                    /** @description Hours until an unreviewed submission is approved; 0: never. Absent: the default of the installation. */
                    autoApproveHours?: number;
                    /** @description Minutes for which a worker can reserve a place; 0: not at all. Absent: 30. */
                    reserveMinutes?: number;
                    /** @description Percent of the decided submissions of a worker that must be approved; fewer than 5 decisions always do. */
                    minApprovalRate?: number;
                    /** @description Close the task when its completion date is over (UTC). Absent: false. */
                    closeAtCompletion?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "01kaqs3v9xq8m4t2c6e7r5w1zy"
                     *     }
                     */
                    "application/json": components["schemas"]["Inserted"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /**
             * @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key.
             *
             *     `insufficient-coins`: Please Purchase coin
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch" | "insufficient-coins";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `still-underway`: Your request is taking longer than usual. Please check your list in a moment before you send it again.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "still-underway";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "_id": "01kaqs3v9xq8m4t2c6e7r5w1zy",
                     *       "taskTitle": "Name the birds in ten photos",
                     *       "taskDetail": "Look at each photo and write the English name of the bird.",
                     *       "taskImageURL": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *       "requiredWorkers": 2,
                     *       "payableAmount": 5,
                     *       "completionDate": "2099-12-31",
                     *       "submissionInfo": "Ten names, one per line.",
                     *       "taskStatus": "onProgress",
                     *       "totalPayableAmount": 15,
                     *       "buyerName": "Bella",
                     *       "buyerEmail": "bella@example.com",
                     *       "autoApproveHours": 168,
                     *       "minApprovalRate": 80,
                     *       "buyerStats": {
                     *         "posted": 3,
                     *         "decided": 24,
                     *         "approved": 21,
                     *         "unexplained": 0,
                     *         "overturned": 1,
                     *         "reviewHours": 24
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Task"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /** @description `unauthenticated`: Please sign in. */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role. */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /**
             * @description `not-found`: We couldn’t find this. It may have been deleted.
             *
             *     `task-deleted`: An admin has deleted this task.
             */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found" | "task-deleted";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    deleteTask: {
        parameters: {
            query?: {
                /**
                 * @description Of an admin: its buyer and workers read it.
                 * @example It asks for passwords.
                 */
                reason?: string;
            };
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deletedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `task-funding`: The coins for this task are still being set aside. Please try again in a moment. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "task-funding";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `still-underway`: Your request is taking longer than usual. Please check your list in a moment before you send it again.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "still-underway";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    changeTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taskTitle": "Name the birds in ten pictures"
                 *     }
                 */
                "application/json": {
                    taskTitle?: string;
                    taskDetail?: string;
                    submissionInfo?: string;
                    /** @description A paused task takes no new work and is in no list of others. */
                    paused?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    endTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `task-funding`: The coins for this task are still being set aside. Please try again in a moment. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "task-funding";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `still-underway`: Your request is taking longer than usual. Please check your list in a moment before you send it again.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "still-underway";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    addPlaces: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "places": 5
                 *     }
                 */
                "application/json": {
                    /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                    places: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key.
             *
             *     `task-funding`: The coins for this task are still being set aside. Please try again in a moment.
             *
             *     `task-closed`: This task is closed, so you can’t add places. You can post it again.
             *
             *     `addition-underway`: Places are already being added to this task. Please try again in a moment.
             *
             *     `insufficient-coins`: Please Purchase coin
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch" | "task-funding" | "task-closed" | "addition-underway" | "insufficient-coins";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `still-underway`: Your request is taking longer than usual. Please check your list in a moment before you send it again.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "still-underway";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                /** @description Text to search for. */
                q?: string;
                sort?: "newest" | "pay";
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 0
                 */
                start?: number;
                /** @example pending */
                status?: "pending" | "approved" | "reject";
                taskId?: string;
                /** @description Submissions that were handed in, decided, sent back, resubmitted or appealed at or after this moment, oldest change first. A change is listed 30 seconds later. Goes with `taskId`, `after` and `limit`. */
                changedSince?: string;
                /** @description The `_id` of the last row that you have, whose `changedAt` is `changedSince`; the list continues behind it. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqs8n2hd5k7j3f9g1b4p6xw",
                     *         "taskId": "01kaqs3v9xq8m4t2c6e7r5w1zy",
                     *         "taskTitle": "Name the birds in ten photos",
                     *         "payableAmount": 5,
                     *         "workerEmail": "wilma@example.com",
                     *         "workerName": "Wilma",
                     *         "buyerName": "Bella",
                     *         "buyerEmail": "bella@example.com",
                     *         "submissionDetails": "Robin, wren, blackbird …",
                     *         "submissionDate": "22-11-2026",
                     *         "status": "pending"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Submission"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    createSubmission: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "taskId": "01kaqs3v9xq8m4t2c6e7r5w1zy",
                 *       "submissionDetails": "Robin, wren, blackbird …"
                 *     }
                 */
                "application/json": {
                    taskId: string;
                    submissionDetails: string;
                    /** @description Addresses of pictures. */
                    attachments?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "All places in this task are taken. Please choose another one."
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "01kaqs8n2hd5k7j3f9g1b4p6xw"
                     *     }
                     */
                    "application/json": components["schemas"]["Inserted"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key.
             *
             *     `own-task`: This is your own task. Please choose another one.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch" | "own-task";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `too-many-requests`: Too many requests. Please wait a moment and try again.
             *
             *     `too-many-submissions`: You’ve submitted to this task as often as one day allows. Please try again tomorrow.
             */
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "too-many-requests" | "too-many-submissions";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    countSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 12
                     *     }
                     */
                    "application/json": {
                        count: number;
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    exportSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    exportSubmissionsXlsx: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    decideSubmissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decisions": [
                 *         {
                 *           "id": "01kaqs8n2hd5k7j3f9g1b4p6xw",
                 *           "status": "approved"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    decisions: {
                        /** @enum {string} */
                        status: "approved" | "reject";
                        /**
                         * @description Code of the rejection; ignored in an approval.
                         * @enum {string}
                         */
                        reasonCode?: "incomplete" | "wrong" | "off-task" | "low-quality" | "copied" | "no-proof" | "other";
                        /** @description For the worker. */
                        reasonText?: string | null;
                        id: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "01kaqs8n2hd5k7j3f9g1b4p6xw",
                     *           "modifiedCount": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Decisions"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    decideSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs8n2hd5k7j3f9g1b4p6xw */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "reject",
                 *       "reasonCode": "incomplete",
                 *       "reasonText": "The last three photos have no name."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    status: "approved" | "reject";
                    /**
                     * @description Code of the rejection; ignored in an approval.
                     * @enum {string}
                     */
                    reasonCode?: "incomplete" | "wrong" | "off-task" | "low-quality" | "copied" | "no-proof" | "other";
                    /** @description For the worker. */
                    reasonText?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `already-decided`: This submission has already been reviewed. Reload to see the decision.
             *
             *     `awaiting-revision`: You requested a revision of this submission. Approve it now, or wait for the revision before you reject it.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "already-decided" | "awaiting-revision";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    requestRevision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs8n2hd5k7j3f9g1b4p6xw */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "note": "Please add the names of the last three birds."
                 *     }
                 */
                "application/json": {
                    note: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `already-decided`: This submission has already been reviewed. Reload to see the decision.
             *
             *     `revision-used`: You already requested a revision of this submission. Please approve or reject it.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "already-decided" | "revision-used";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    resubmit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs8n2hd5k7j3f9g1b4p6xw */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "submissionDetails": "Robin, wren, blackbird, wren, wren …"
                 *     }
                 */
                "application/json": {
                    submissionDetails: string;
                    /** @description Addresses of pictures. */
                    attachments?: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `not-awaited`: No revision is expected for this submission. Reload to see its status. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-awaited";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    reservePlace: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "All places in this task are taken. Please choose another one."
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "01kaqs9r3jf6m8n2p4t7v1x5zb",
                     *       "expiresAt": "2026-11-22T12:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Reserved"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key.
             *
             *     `own-task`: This is your own task. Please choose another one.
             *
             *     `not-offered`: This task doesn’t hold places. You can submit your work right away.
             *
             *     `too-many-reservations`: You already hold 3 places. Submit your work for one of them, or release one.
             *
             *     `cooling-off`: Your hold on this task has ended. You can hold a place again 60 minutes after it ended, or submit your work without a hold.
             *
             *     `newcomers-hold`: Workers without approved work already hold as many places here as they can. Submit your work without a hold, or try again later.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch" | "own-task" | "not-offered" | "too-many-reservations" | "cooling-off" | "newcomers-hold";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    returnPlace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deletedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    releasePlaces: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs3v9xq8m4t2c6e7r5w1zy */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deletedCount": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `holds-too-new`: These holds are still too new to release. The workers may be submitting soon. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "holds-too-new";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listReservations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqs9r3jf6m8n2p4t7v1x5zb",
                     *         "taskId": "01kaqs3v9xq8m4t2c6e7r5w1zy",
                     *         "taskTitle": "Name the birds in ten photos",
                     *         "payableAmount": 5,
                     *         "expiresAt": "2026-11-22T12:30:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Reservation"][];
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    fileAppeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs8n2hd5k7j3f9g1b4p6xw */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The last three photos show the same wren, as I have written below the list."
                 *     }
                 */
                "application/json": {
                    text: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "01kaqs8n2hd5k7j3f9g1b4p6xw"
                     *     }
                     */
                    "application/json": components["schemas"]["Inserted"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `not-rejected`: You can only appeal a submission that a buyer rejected. Reload to see its status.
             *
             *     `too-late`: This rejection can no longer be appealed. Appeals close after 7 days.
             *
             *     `appealed-before`: You already appealed this rejection. You’ll find the appeal with your submission.
             *
             *     `submitted-again`: You submitted this task again, so this rejection can no longer be appealed.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-rejected" | "too-late" | "appealed-before" | "submitted-again";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listAppeals: {
        parameters: {
            query?: {
                /** @description Text to search for. */
                q?: string;
                /** @example oldest */
                sort?: "newest" | "oldest";
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /** @example open */
                state?: "open" | "upheld" | "dismissed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqs8n2hd5k7j3f9g1b4p6xw",
                     *         "taskId": "01kaqs3v9xq8m4t2c6e7r5w1zy",
                     *         "taskTitle": "Name the birds in ten photos",
                     *         "payableAmount": 5,
                     *         "workerName": "Wilma",
                     *         "workerEmail": "wilma@example.com",
                     *         "buyerName": "Bella",
                     *         "buyerEmail": "bella@example.com",
                     *         "submissionDetails": "Robin, wren, blackbird …",
                     *         "reason": {
                     *           "code": "incomplete",
                     *           "text": "The last three photos have no name."
                     *         },
                     *         "rejectedAt": "2026-11-22T12:00:00.000Z",
                     *         "text": "The last three photos show the same wren, as I have written below the list.",
                     *         "filedAt": "2026-11-22T18:30:00.000Z",
                     *         "state": "open",
                     *         "paidBy": "escrow"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Appeal"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    decideAppeal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqs8n2hd5k7j3f9g1b4p6xw */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "upheld",
                 *       "note": "All ten photos are named."
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    outcome: "upheld" | "dismissed";
                    note: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1,
                     *       "paidBy": "escrow"
                     *     }
                     */
                    "application/json": components["schemas"]["AppealDecided"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `already-decided`: This submission has already been reviewed. Reload to see the decision.
             *
             *     `own-appeal`: You were the buyer or the worker in this case. Please ask another admin to decide.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "already-decided" | "own-appeal";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listWithdrawals: {
        parameters: {
            query?: {
                /** @description Text to search for. */
                q?: string;
                /** @example oldest */
                sort?: "newest" | "oldest" | "coins";
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /** @example pending */
                status?: "pending" | "approved" | "canceled";
                payout?: "due" | "paid" | "failed";
                look?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqt1d4sz6v8y2m3n5q7r9ce",
                     *         "workerId": "01kaqr7p3fw9t2x4k6h8j1c5vm",
                     *         "workerEmail": "wilma@example.com",
                     *         "workerName": "Wilma",
                     *         "withdrawalCoin": 200,
                     *         "withdrawalAmount": 10,
                     *         "withdrawalDate": "22-11-2026",
                     *         "paymentSystem": "bkash",
                     *         "status": "pending",
                     *         "accountMask": "678",
                     *         "timeline": [
                     *           {
                     *             "state": "requested",
                     *             "at": "2026-11-22T10:25:00.000Z"
                     *           }
                     *         ],
                     *         "unearnedCoin": 0,
                     *         "funding": {
                     *           "covered": true,
                     *           "settles": 40,
                     *           "coins": 200,
                     *           "buyers": 4,
                     *           "largestShare": 0.4,
                     *           "granted": 0,
                     *           "appealed": 0,
                     *           "purchases": [
                     *             {
                     *               "price": 35,
                     *               "coins": 200
                     *             }
                     *           ],
                     *           "total": {
                     *             "requested": 10,
                     *             "paidIn": 7,
                     *             "granted": 0
                     *           },
                     *           "paidIn": 7,
                     *           "loss": 3,
                     *           "newBuyers": 0,
                     *           "newBuyersShare": 0,
                     *           "newWorker": false,
                     *           "onlyWorkerBuyers": 0,
                     *           "truncated": false,
                     *           "reasons": []
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Withdrawal"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    createWithdrawal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "withdrawalCoin": 200,
                 *       "paymentSystem": "bkash",
                 *       "accountNumber": "01712 345678"
                 *     }
                 */
                "application/json": {
                    /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                    withdrawalCoin: number;
                    /** @enum {string} */
                    paymentSystem: "bkash" | "rocket" | "nagad" | "other";
                    accountNumber?: string;
                    /** @description A withdrawal of the caller by the same payment system: the copy of its account number. */
                    accountFrom?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "01kaqt1d4sz6v8y2m3n5q7r9ce"
                     *     }
                     */
                    "application/json": components["schemas"]["Inserted"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /**
             * @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key.
             *
             *     `too-many-pending`: You already have as many pending withdrawals as a worker can have. Please try again when one of them has been decided.
             *
             *     `email-unconfirmed`: Please confirm your email address before your first withdrawal. We can send you the link again.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch" | "too-many-pending" | "email-unconfirmed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    exportDuePayouts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    exportDuePayoutsXlsx: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    decideWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqt1d4sz6v8y2m3n5q7r9ce */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "approved"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    status: "approved" | "canceled";
                    /** @description Shown to the worker. Only of a cancellation. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1,
                     *       "status": "approved"
                     *     }
                     */
                    "application/json": {
                        modifiedCount: number;
                        /** @enum {string} */
                        status?: "pending" | "approved" | "canceled";
                        message?: string;
                    };
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `already-decided`: This withdrawal has already been decided. Reload to see the decision.
             *
             *     `on-hold`: This withdrawal is on hold. Release it first, or cancel it.
             *
             *     `role-unsettled`: This person’s role is still being changed. Please try again in a moment.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "already-decided" | "on-hold" | "role-unsettled";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listSignals: {
        parameters: {
            query?: {
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 20
                 */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqt1d4sz6v8y2m3n5q7r9ce",
                     *         "workerId": "01kaqr7p3fw9t2x4k6h8j1c5vm",
                     *         "workerEmail": "wilma@example.com",
                     *         "workerName": "Wilma",
                     *         "withdrawalCoin": 200,
                     *         "withdrawalAmount": 10,
                     *         "withdrawalDate": "22-11-2026",
                     *         "paymentSystem": "bkash",
                     *         "status": "pending",
                     *         "accountMask": "678",
                     *         "timeline": [
                     *           {
                     *             "state": "requested",
                     *             "at": "2026-11-22T10:25:00.000Z"
                     *           }
                     *         ],
                     *         "unearnedCoin": 0,
                     *         "funding": {
                     *           "covered": true,
                     *           "settles": 40,
                     *           "coins": 200,
                     *           "buyers": 4,
                     *           "largestShare": 0.4,
                     *           "granted": 0,
                     *           "appealed": 0,
                     *           "purchases": [
                     *             {
                     *               "price": 35,
                     *               "coins": 200
                     *             }
                     *           ],
                     *           "total": {
                     *             "requested": 10,
                     *             "paidIn": 7,
                     *             "granted": 0
                     *           },
                     *           "paidIn": 7,
                     *           "loss": 3,
                     *           "newBuyers": 0,
                     *           "newBuyersShare": 0,
                     *           "newWorker": false,
                     *           "onlyWorkerBuyers": 0,
                     *           "truncated": false,
                     *           "reasons": []
                     *         },
                     *         "signals": [
                     *           "below-price"
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Suspect"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    holdWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqt1d4sz6v8y2m3n5q7r9ce */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reasonCode": "one-buyer",
                 *       "note": "Both accounts are a day old: ask for an example of the work."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Shown to the worker, as a sentence.
                     * @enum {string}
                     */
                    reasonCode: "unearned-coins" | "one-buyer" | "shared-account" | "new-account" | "other";
                    /** @description For admins only; kept until the end of the hold. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `already-decided`: This withdrawal has already been decided. Reload to see the decision. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "already-decided";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    releaseWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqt1d4sz6v8y2m3n5q7r9ce */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `already-decided`: This withdrawal has already been decided. Reload to see the decision. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "already-decided";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    correctAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqt1d4sz6v8y2m3n5q7r9ce */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "accountNumber": "01712 345678"
                 *     }
                 */
                "application/json": {
                    accountNumber: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `closed-payout`: This payout has changed in the meantime. Reload to see its status. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "closed-payout";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description `too-many-requests`: Too many requests. Please wait a moment and try again.
             *
             *     `too-many-changes`: You’ve changed this account number as often as one day allows. Please try again tomorrow.
             */
            429: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "too-many-requests" | "too-many-changes";
                    };
                };
            };
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    revealAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqt1d4sz6v8y2m3n5q7r9ce */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accountNumber": "01712 345678"
                     *     }
                     */
                    "application/json": components["schemas"]["AccountNumber"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `not-approved`: This withdrawal hasn’t been approved, so there’s nothing to pay.
             *
             *     `closed-payout`: This payout has changed in the meantime. Reload to see its status.
             *
             *     `no-account`: We can’t read an account number for this withdrawal. Please ask the worker for it.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-approved" | "closed-payout" | "no-account";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    decidePayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01kaqt1d4sz6v8y2m3n5q7r9ce */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcome": "paid",
                 *       "reference": "TRX 8N7A6B5C",
                 *       "accountMask": "678"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    outcome: "paid" | "failed";
                    /** @description Of the payment, shown to the worker. */
                    reference?: string;
                    /** @description Shown to the worker. */
                    reason?: string;
                    /** @description The last characters of the account number that was used. */
                    accountMask?: string;
                    /** @description For the admin trail. */
                    earlyReason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `not-approved`: This withdrawal hasn’t been approved, so there’s nothing to pay.
             *
             *     `closed-payout`: This payout has changed in the meantime. Reload to see its status.
             *
             *     `number-changed`: This withdrawal now has another account number. Reload to see it, and check which one you paid.
             *
             *     `number-just-changed`: The account number was changed a short time ago, so this payout has to wait. To pay now, give a reason.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-approved" | "closed-payout" | "number-changed" | "number-just-changed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    createPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "price": 10
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                     * @enum {integer}
                     */
                    price: 1 | 10 | 20 | 35;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientSecret": "sim_01kaqtm5r8e2w4y6z1x3c7v9bn_secret_6J1pTq"
                     *     }
                     */
                    "application/json": {
                        clientSecret: string;
                    };
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `processor-down`: We can’t reach the card processor right now. Please try again in a moment.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "processor-down";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    storePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 10
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                     * @enum {integer}
                     */
                    amount: 1 | 10 | 20 | 35;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "insertedId": "sim_01kaqtm5r8e2w4y6z1x3c7v9bn"
                     *     }
                     */
                    "application/json": components["schemas"]["Inserted"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /**
             * @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key.
             *
             *     `no-payment`: We found no new payment for this amount. Please pay by card first.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch" | "no-payment";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `processor-down`: We can’t reach the card processor right now. Please try again in a moment.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "processor-down";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    confirmSimulatedPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientSecret": "sim_01kaqtm5r8e2w4y6z1x3c7v9bn_secret_6J1pTq",
                 *       "cardNumber": "4242 4242 4242 4242",
                 *       "expiry": "12/40",
                 *       "cvc": "123"
                 *     }
                 */
                "application/json": {
                    clientSecret: string;
                    cardNumber: string;
                    expiry?: string;
                    cvc?: string;
                    /**
                     * @description The answer to the processor's question, for cards that need authentication.
                     * @enum {string}
                     */
                    authenticate?: "complete" | "fail";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "succeeded",
                     *       "intent": "sim_01kaqtm5r8e2w4y6z1x3c7v9bn"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "succeeded" | "requires_action";
                        intent: string;
                    };
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /** @description `card-declined`: Your card was declined. Please try another one. */
            402: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "card-declined";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    stripeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1",
                 *       "type": "payment_intent.succeeded",
                 *       "data": {
                 *         "object": {
                 *           "id": "pi_1"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": unknown;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        received: true;
                    };
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `bad-signature`: The event must be signed by Stripe, within the last five minutes.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "bad-signature";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `processor-down`: We can’t reach the card processor right now. Please try again in a moment.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "processor-down";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description Text to search for. */
                q?: string;
                sort?: "newest";
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 20
                 */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /** @example credited */
                state?: "recorded" | "credited" | "reversed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "sim_01kaqtm5r8e2w4y6z1x3c7v9bn",
                     *         "email": "bella@example.com",
                     *         "amount": 10,
                     *         "coins": 150,
                     *         "card": "4242",
                     *         "time": "2026-11-22T10:15:00.000Z",
                     *         "state": "credited",
                     *         "shortfall": 0,
                     *         "refunded": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Payment"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    creditPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A random id of this call. For 24 hours a repeat with the same key and content gets the first response and has no effect; with other content it is a 409 `idempotency-mismatch`.
                 * @example 3c1f7f2e-8f0e-4f55-9a4a-5a2b1c0d9e8f
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example sim_01kaqtm5r8e2w4y6z1x3c7v9bn */
                intent: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /**
             * @description `idempotency-mismatch`: This Idempotency-Key was already used for another request. Send this request with a new key.
             *
             *     `payment-reversed`: This payment has been refunded or disputed, so its coins can’t be credited.
             *
             *     `not-a-buyer`: The payer is no longer a buyer, so these coins can’t be credited. Refund the payment instead.
             */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "idempotency-mismatch" | "payment-reversed" | "not-a-buyer";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    statement: {
        parameters: {
            query?: {
                /** @description Text to search for. */
                q?: string;
                sort?: "newest";
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 20
                 */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /** @description Whose entries; other roles may only give their own id. */
                user?: string;
                kind?: "grant" | "fund" | "settle" | "refund" | "payout" | "role" | "close" | "topup" | "reverse" | "appeal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqr7p3fw9t2x4k6h8j1c5vm:2",
                     *         "transfer": "settle:01kaqs8n2hd5k7j3f9g1b4p6xw",
                     *         "kind": "settle",
                     *         "amount": 5,
                     *         "balance": 15,
                     *         "time": "2026-11-22T10:20:00.000Z",
                     *         "about": {
                     *           "type": "submission",
                     *           "id": "01kaqs8n2hd5k7j3f9g1b4p6xw",
                     *           "title": "Name the birds in ten photos"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Entry"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    exportStatement: {
        parameters: {
            query?: {
                /** @example settle */
                kind?: "grant" | "fund" | "settle" | "refund" | "payout" | "role" | "close" | "topup" | "reverse" | "appeal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    exportStatementXlsx: {
        parameters: {
            query?: {
                /** @example settle */
                kind?: "grant" | "fund" | "settle" | "refund" | "payout" | "role" | "close" | "topup" | "reverse" | "appeal";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    earnings: {
        parameters: {
            query?: {
                /**
                 * @description Absent: 30, of dollars 90.
                 * @example 30
                 */
                days?: "30" | "90" | "365";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "day": "2026-11-22",
                     *         "earned": 5,
                     *         "withdrawn": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EarningDay"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    dollarFlow: {
        parameters: {
            query?: {
                /**
                 * @description Absent: 30, of dollars 90.
                 * @example 90
                 */
                days?: "30" | "90" | "365";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "day": "2026-11-22",
                     *         "dollarsIn": 35,
                     *         "dollarsOut": 10.05,
                     *         "dollarsOwed": 52.95
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FlowDay"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "(the bytes of birds.webp)"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description One JPEG, PNG, WebP, GIF or AVIF file of at most 5 MB.
                     */
                    image: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "data": {
                     *         "display_url": "https://pieceworks.example/images/01kaqr1c5vm7p3fw9t2x4k6h8j.webp",
                     *         "width": 1280,
                     *         "height": 853
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            display_url: string;
                            width: number;
                            height: number;
                        };
                    };
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `upload-incomplete`: The upload was incomplete. Please send the picture again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "upload-incomplete";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `account-closed`: This account has been closed. Please sign up with another email.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "account-closed";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            /**
             * @description `unavailable`: Part of Piecework isn’t responding. Please try again in a moment.
             *
             *     `image-host-down`: The picture server isn’t responding. Nothing you typed is lost. Please try again in a moment.
             */
            503: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unavailable" | "image-host-down";
                    };
                };
            };
            default: components["responses"]["NotUnderstood"];
        };
    };
    checkPictures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": [
                 *         "https://pictures.example/birds.png"
                 *       ]
                 *     }
                 */
                "application/json": {
                    urls: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "unreachable": [
                     *         "https://pictures.example/birds.png"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        unreachable: string[];
                    };
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    getImage: {
        parameters: {
            query?: {
                /** @example 320 */
                w?: "80" | "160" | "320" | "640" | "1280";
            };
            header?: {
                /**
                 * @description The `ETag` of a cached copy: 304 while it is current.
                 * @example "01kaqr1c5vm7p3fw9t2x4k6h8j"
                 */
                "If-None-Match"?: string;
            };
            path: {
                /** @example 01kaqr1c5vm7p3fw9t2x4k6h8j.webp */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The cached copy is current */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                sort?: "newest";
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 10
                 */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /** @example 1 */
                unread?: "0" | "1" | "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Unread-Count": components["headers"]["X-Unread-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "submission-created:01kaqs3v9xq8m4t2c6e7r5w1zy:01kaqr5w1zyv9xq8m4t2c6e7r6",
                     *         "kind": "submission-created",
                     *         "role": "buyer",
                     *         "ids": {
                     *           "taskId": "01kaqs3v9xq8m4t2c6e7r5w1zy"
                     *         },
                     *         "title": "Name the birds in ten photos",
                     *         "n": 3,
                     *         "read": false,
                     *         "at": "2026-11-22T10:32:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Notification"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    readNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "until": "submission-created:01kaqs3v9xq8m4t2c6e7r5w1zy:01kaqr5w1zyv9xq8m4t2c6e7r6"
                 *     }
                 */
                "application/json": {
                    until: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    readNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example submission-created:01kaqs3v9xq8m4t2c6e7r5w1zy:01kaqr5w1zyv9xq8m4t2c6e7r6 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "read": true
                 *     }
                 */
                "application/json": {
                    /** @constant */
                    read: true;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    notificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": {
                     *         "submission-approved": true,
                     *         "submission-rejected": false
                     *       },
                     *       "emailBlocked": "unconfirmed"
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    changeNotificationSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": {
                 *         "submission-approved": true
                 *       }
                 *     }
                 */
                "application/json": {
                    email: {
                        "submission-created"?: boolean;
                        "submission-approved"?: boolean;
                        "submission-rejected"?: boolean;
                        "revision-requested"?: boolean;
                        "submission-resubmitted"?: boolean;
                        "appeal-filed"?: boolean;
                        "appeal-upheld"?: boolean;
                        "appeal-dismissed"?: boolean;
                        "withdrawal-requested"?: boolean;
                        "withdrawal-approved"?: boolean;
                        "withdrawal-canceled"?: boolean;
                        "withdrawal-held"?: boolean;
                        "withdrawal-released"?: boolean;
                        "withdrawal-paid"?: boolean;
                        "payout-failed"?: boolean;
                        "payment-credited"?: boolean;
                        "grant-released"?: boolean;
                        "task-deleted"?: boolean;
                        "task-closed"?: boolean;
                        "reservation-lapsed"?: boolean;
                        "places-declined"?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /**
             * @description `validation`: Please correct the marked fields.
             *
             *     `not-json`: The request isn’t valid JSON. Correct its body and send it again.
             */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation" | "not-json";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listMail: {
        parameters: {
            query?: {
                sort?: "newest";
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 20
                 */
                limit?: number;
                /** @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000. */
                offset?: number;
                /** @example failed */
                state?: "queued" | "sent" | "failed" | "expired";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqs8n2hd5k7j3f9g1b4p6xw:01kaqr7p3fw9t2x4k6h8j1c5vm",
                     *         "kind": "submission-approved",
                     *         "to": "wilma@example.com",
                     *         "state": "failed",
                     *         "attempts": 5,
                     *         "error": "The mail server does not answer.",
                     *         "createdAt": "2026-11-22T10:31:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Mail"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    totals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "worker": {
                     *         "submissions": 12,
                     *         "pending": 2,
                     *         "approved": 9,
                     *         "earned": 61,
                     *         "reviewed": {
                     *           "approved": 9,
                     *           "decided": 10
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Totals"];
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "forbidden" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listParked: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "submission:118",
                     *         "service": "submission",
                     *         "type": "task.funded",
                     *         "aggregateId": "01kaqs3v9xq8m4t2c6e7r5w1zy",
                     *         "reason": "The store cannot be reached",
                     *         "attempts": 8,
                     *         "parkedAt": "2026-11-22T10:30:00.000Z",
                     *         "waiting": 1,
                     *         "correlationId": "5c1f0e9a7b3d2c48"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ParkedEvent"][];
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    retryParked: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example submission:118 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "modifiedCount": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Modified"];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            /** @description `not-found`: We couldn’t find this. It may have been deleted. */
            404: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "not-found";
                    };
                };
            };
            /** @description `conflict`: This has changed in the meantime. Please reload and try again. */
            409: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    listAdminTrail: {
        parameters: {
            query?: {
                /**
                 * @description Text to search for.
                 * @example ann@
                 */
                q?: string;
                sort?: "newest";
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 10
                 */
                limit?: number;
                /**
                 * @description A string is accepted too: Latin or Bangla digits, also in groups as in 1,000.
                 * @example 0
                 */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "_id": "01kaqr9e2w4y6z1x3c7v9bn5ra",
                     *         "at": "2026-11-22T10:31:00.000Z",
                     *         "action": "withdrawal-approved",
                     *         "actor": "01kaqr9e2w4y6z1x3c7v9bn5rb",
                     *         "actorEmail": "admin@example.com",
                     *         "subject": {
                     *           "type": "withdrawal",
                     *           "id": "01kaqr9e2w4y6z1x3c7v9bn5rc",
                     *           "title": "ann@example.com"
                     *         },
                     *         "detail": "200 coins by bkash"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["AdminAct"][];
                };
            };
            /** @description `validation`: Please correct the marked fields. */
            400: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "validation";
                    };
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    readIntegrity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checks": [
                     *         {
                     *           "name": "ledger-balanced",
                     *           "service": "wallet",
                     *           "state": "holds",
                     *           "since": "2026-11-22T10:30:00.000Z"
                     *         },
                     *         {
                     *           "name": "escrow-covered",
                     *           "service": "gateway",
                     *           "state": "unknown",
                     *           "since": "2026-11-22T11:00:00.000Z"
                     *         }
                     *       ],
                     *       "overdue": [
                     *         {
                     *           "service": "submission",
                     *           "timer": "auto-approval",
                     *           "since": "2026-11-22T10:58:00.000Z"
                     *         }
                     *       ],
                     *       "parked": [
                     *         {
                     *           "service": "submission",
                     *           "events": 1,
                     *           "waiting": 1
                     *         }
                     *       ],
                     *       "coins": {
                     *         "users": 940,
                     *         "escrow": 60,
                     *         "places": 60,
                     *         "grants": 500,
                     *         "topUps": 700,
                     *         "appeals": 10,
                     *         "adjustments": -10,
                     *         "payouts": 200
                     *       },
                     *       "dollars": {
                     *         "paidIn": 49,
                     *         "paidOut": 10,
                     *         "requested": 20,
                     *         "owed": 47
                     *       },
                     *       "payouts": {
                     *         "due": 1,
                     *         "oldest": "2026-11-20T09:00:00.000Z"
                     *       },
                     *       "appeals": {
                     *         "open": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Integrity"];
                };
            };
            /**
             * @description `unauthenticated`: Please sign in.
             *
             *     `token-expired`: Your session has ended. Please sign in again.
             */
            401: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "unauthenticated" | "token-expired";
                    };
                };
            };
            /**
             * @description `key-not-allowed`: API keys can’t be used for this. Please sign in and use an access token.
             *
             *     `not-registered`: Please choose a role to continue.
             *
             *     `forbidden`: Your role doesn’t allow this. Please sign in with an account that has the right role.
             */
            403: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {string} */
                        code: "key-not-allowed" | "not-registered" | "forbidden";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["NotUnderstood"];
        };
    };
    config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "identity": "embedded",
                     *       "payments": "simulated",
                     *       "coinCredit": "automatic",
                     *       "packages": [
                     *         {
                     *           "price": 1,
                     *           "coins": 10
                     *         },
                     *         {
                     *           "price": 10,
                     *           "coins": 150
                     *         },
                     *         {
                     *           "price": 20,
                     *           "coins": 500
                     *         },
                     *         {
                     *           "price": 35,
                     *           "coins": 1000
                     *         }
                     *       ],
                     *       "centsPerCoin": 5,
                     *       "minWithdrawalCoins": 200,
                     *       "paymentSystems": [
                     *         "bkash",
                     *         "rocket",
                     *         "nagad",
                     *         "other"
                     *       ],
                     *       "image": {
                     *         "maxBytes": 5242880,
                     *         "maxPixels": 40000000
                     *       },
                     *       "supportEmail": "help@piecework.example",
                     *       "mail": true,
                     *       "verifyEmail": true
                     *     }
                     */
                    "application/json": components["schemas"]["Config"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["Internal"];
            default: components["responses"]["NotUnderstood"];
        };
    };
}
