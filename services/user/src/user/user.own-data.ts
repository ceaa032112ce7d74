import { isoTime } from '@piecework/base';
import { shownPicture } from '@piecework/domain';
import { exported, type OwnData, withheld } from '@piecework/service-runtime';
import { keysOf, shownKey } from '../api-key/api-key';
import { shownFactors } from '../factor/factor';
import { factors } from '../factor/factor.store';
import { grantedMailboxes } from '../grant/grant.store';
import { dailyCounts } from '../identity/daily-quota.store';
import { accounts, mailLinks, mailRequests, sessions, signInFailures, signInPlaces } from '../identity/identity.store';
import { personNotes } from '../note/note.store';
import { reportCases, reports } from '../report/report.store';
import { ownView } from '../suspension/suspension';
import { suspensions } from '../suspension/suspension.store';
import { ownRecord } from './user';
import { submitters, testimonials, users } from './user.store';

export const userOwnData: readonly OwnData[] = [
  exported({
    of: users,
    file: 'account',
    where: ({ userId }) => ({ _id: userId }),
    by: 'email',
    view: (found, { settings }) =>
      found.map((user) => ({
        ...ownRecord(user, null),
        userPhotoURL: shownPicture(user.photoURL, settings),
        ...(user.acceptedTerms && { termsAcceptedAt: isoTime(user.acceptedTerms.at) }),
        ...(user.waitingGrant && { network: user.waitingGrant.network }),
        ...(user.closing && { closingRequestedAt: isoTime(user.closing.requestedAt) }),
        apiKeys: keysOf(user).map(shownKey),
      })),
  }),
  exported({
    of: accounts,
    file: 'sign-in',
    where: ({ uid }) => ({ _id: uid }),
    by: 'email',
    view: (found) =>
      found.map(({ email, displayName, photoURL, provider }) => ({ email, displayName, photoURL, provider })),
  }),
  exported({
    of: sessions,
    file: 'sessions',
    where: ({ uid }) => ({ accountId: uid }),
    by: 'accountId',
    view: (found) =>
      found.map(({ _id, browser, system, seenAt, expiresAt }) => ({
        _id,
        browser,
        system,
        ...(seenAt !== undefined && { seenAt: isoTime(seenAt) }),
        expiresAt: isoTime(expiresAt),
      })),
  }),
  exported({
    of: factors,
    file: 'second-factor',
    where: ({ userId }) => ({ _id: userId }),
    by: '_id',
    view: (found) => found.map(shownFactors),
  }),
  exported({
    of: suspensions,
    file: 'suspensions',
    where: ({ userId }) => ({ userId }),
    by: 'at',
    // Not the admin.
    view: (found) =>
      found.map((suspension) => ({
        ...ownView(suspension),
        state: suspension.state,
        ...(suspension.endedAt !== undefined && { endedAt: isoTime(suspension.endedAt) }),
      })),
  }),
  exported({
    of: reports,
    file: 'reports',
    where: ({ userId }) => ({ reporterId: userId }),
    by: 'at',
    // Not who has decided them.
    view: (found) =>
      found.map(({ _id, reasonCode, text, at, finding }) => ({ _id, reasonCode, text, at: isoTime(at), finding })),
  }),
  withheld('one’s own are in reports, and those about oneself name others', reportCases),
  withheld('the people are named in submissions-received', submitters),
  withheld('the operator writes them', testimonials),
  withheld('admins write them for admins, and they may name others', personNotes),
  withheld('counts and links against abuse, which last for a day at most', signInFailures, mailLinks, mailRequests),
  withheld('keyed hashes of browsers and networks, for 30 days', signInPlaces),
  withheld('counts per network, which name no person', dailyCounts),
  withheld('it repeats the address of the account, so that starting coins are granted once', grantedMailboxes),
];
