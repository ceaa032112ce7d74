/**
 * What people can read of this package, and of the services: problems, validation messages of forms, and notifications. A number of such a text is
 * `{0}`, `{1}` … (`translated`).
 */
export default {
  // Problems
  'Please correct the marked fields.': 'চিহ্নিত ঘরগুলো ঠিক করুন।',
  'The request is not valid JSON. Correct its body and send it again.':
    'অনুরোধটি সঠিক JSON নয়। ঠিক করে আবার পাঠান।',
  'Please sign in.': 'লগ ইন করুন।',
  'Your session has ended. Please sign in again.': 'আপনার সেশন শেষ হয়ে গেছে। আবার লগ ইন করুন।',
  'Your role does not allow this. Please sign in with an account that has the right role.':
    'আপনার ভূমিকায় এটি করা যায় না। সঠিক ভূমিকার অ্যাকাউন্ট দিয়ে লগ ইন করুন।',
  'This account has been closed. Please sign up with another email.':
    'এই অ্যাকাউন্ট বন্ধ করা হয়েছে। অন্য ইমেইল দিয়ে নিবন্ধন করুন।',
  'We could not find this. It may have been deleted.': 'এটি খুঁজে পাওয়া যায়নি। হয়তো মুছে ফেলা হয়েছে।',
  'This address does not support that method. See /docs for the methods it supports.':
    'এই ঠিকানায় ওই মেথড চলে না। কোন মেথড চলে তা /docs-এ দেখুন।',
  'This has changed in the meantime. Please reload and try again.':
    'এর মধ্যে এটি বদলে গেছে। পৃষ্ঠাটি আবার লোড করে চেষ্টা করুন।',
  'This Idempotency-Key was already used for another request. Send this request with a new key.':
    'এই Idempotency-Key অন্য অনুরোধে ব্যবহার করা হয়েছে। নতুন কী দিয়ে পাঠান।',
  'The request is too large. Send at most {0} KiB of JSON, or a picture of at most {1} MB.':
    'অনুরোধটি বেশি বড়। সর্বোচ্চ {0} KiB JSON, অথবা সর্বোচ্চ {1} MB-এর ছবি পাঠান।',
  'Send JSON with content-type application/json.': 'content-type application/json দিয়ে JSON পাঠান।',
  'The request took too long to arrive. Please try again.': 'অনুরোধটি পৌঁছাতে বেশি সময় লেগেছে। আবার চেষ্টা করুন।',
  'Piecework is not available under this host name. Please check the address.':
    'এই নামে Piecework পাওয়া যায় না। ঠিকানাটি দেখে নিন।',
  'Send the request without an Expect header.': 'Expect হেডার ছাড়া অনুরোধটি পাঠান।',
  'The address or the headers of the request are too long. Shorten them and send it again.':
    'অনুরোধের ঠিকানা বা হেডার বেশি লম্বা। ছোট করে আবার পাঠান।',
  'The request is not valid HTTP. Correct it and send it again.': 'অনুরোধটি সঠিক HTTP নয়। ঠিক করে আবার পাঠান।',
  'Too many requests. Please wait a moment and try again.':
    'অল্প সময়ে অনেক বেশি অনুরোধ এসেছে। একটু অপেক্ষা করে আবার চেষ্টা করুন।',
  'Something went wrong on our side. Nothing you sent is lost; please try again.':
    'আমাদের দিক থেকে সমস্যা হয়েছে। আপনার পাঠানো কিছুই হারায়নি; আবার চেষ্টা করুন।',
  'A part of Piecework is not responding. Please try again in a moment.':
    'Piecework-এর একটি অংশ সাড়া দিচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'Your request is taking longer than usual. Please check your list in a moment before you send it again.':
    'আপনার অনুরোধে স্বাভাবিকের চেয়ে বেশি সময় লাগছে। আবার পাঠানোর আগে একটু পরে তালিকাটি দেখে নিন।',

  // Of the accounts
  'The last change to this account is still in progress. Please try again in a moment.':
    'এই অ্যাকাউন্টের আগের পরিবর্তন এখনো চলছে। একটু পরে আবার চেষ্টা করুন।',
  'You cannot change your own role. Please ask another admin to do it.':
    'নিজের ভূমিকা নিজে বদলানো যায় না। অন্য কোনো অ্যাডমিনকে বলুন।',
  'You cannot delete your own account. Please ask another admin to do it.':
    'নিজের অ্যাকাউন্ট নিজে মুছতে পারবেন না। অন্য কোনো অ্যাডমিনকে বলুন।',
  'The email or password is incorrect. Please check both and try again.':
    'ইমেইল বা পাসওয়ার্ড ভুল। দুটোই দেখে আবার চেষ্টা করুন।',
  'This email already has an account. Please sign in instead.':
    'এই ইমেইলে আগে থেকেই একটি অ্যাকাউন্ট আছে। লগ ইন করুন।',
  'An account with this email already exists, and we could not confirm that it is yours. Choose “Forgot your password?” and follow the link in the email, or sign in with Google; then try again.':
    'এই ইমেইলে একটি অ্যাকাউন্ট আছে, কিন্তু সেটি যে আপনার তা আমরা নিশ্চিত হতে পারিনি। পাসওয়ার্ড ভুলে যাওয়ার লিংকটি বেছে নিয়ে ইমেইলে পাওয়া লিংকে যান, অথবা Google দিয়ে লগ ইন করুন; তারপর আবার চেষ্টা করুন।',
  'This site cannot send email. Please ask its administrator for help.':
    'এই সাইট থেকে ইমেইল পাঠানো যায় না। সাইটের অ্যাডমিনের সাহায্য নিন।',
  'This link is not valid any more. Please ask for a new one.': 'এই লিংক আর কাজ করে না। নতুন একটি চেয়ে নিন।',
  'You have {0} API keys already. Please revoke one that you do not use any more.':
    'আপনার {0}টি API কী আছে। যেটি আর ব্যবহার করেন না সেটি বাতিল করুন।',
  'This account signs in with Google, so it has no password to change.':
    'এই অ্যাকাউন্টে Google দিয়ে লগ ইন করা হয়, তাই বদলানোর মতো কোনো পাসওয়ার্ড নেই।',
  'This account is closed.': 'এই অ্যাকাউন্ট বন্ধ।',
  'You are already registered.': 'আপনি আগেই নিবন্ধন করেছেন।',
  'Your sign-in does not belong to this email. Please sign in again.':
    'আপনার লগ ইন এই ইমেইলের নয়। আবার লগ ইন করুন।',
  'Too many wrong passwords for this email. Please try again in a minute.':
    'এই ইমেইলে অনেকবার ভুল পাসওয়ার্ড দেওয়া হয়েছে। এক মিনিট পরে আবার চেষ্টা করুন।',
  'Too many wrong passwords for this email. Please try again in {0} minutes.':
    'এই ইমেইলে অনেকবার ভুল পাসওয়ার্ড দেওয়া হয়েছে। {0} মিনিট পরে আবার চেষ্টা করুন।',
  'We have sent several emails already. Please check your spam folder, or try again later.':
    'আমরা কয়েকটি ইমেইল পাঠিয়েছি। স্প্যাম ফোল্ডার দেখুন, অথবা পরে আবার চেষ্টা করুন।',

  // Of the tasks
  'Please Purchase coin': 'কয়েন কিনুন',
  'An admin has deleted this task.': 'একজন অ্যাডমিন এই কাজটি মুছে দিয়েছেন।',
  'An admin has deleted this task. What you have submitted can still be approved and paid.':
    'একজন অ্যাডমিন এই কাজটি মুছে দিয়েছেন। আপনি যা জমা দিয়েছেন তা এখনো অনুমোদিত হতে পারে এবং তার কয়েন পেতে পারেন।',
  'The coins for this task are still being set aside. Please try again in a moment.':
    'এই কাজের কয়েন এখনো আলাদা করে রাখা হচ্ছে। একটু পরে আবার চেষ্টা করুন।',
  'This task is closed, so it takes no more places. You can post it again.':
    'কাজটি বন্ধ, তাই আর জায়গা যোগ করা যাবে না। আবার পোস্ট করতে পারেন।',
  'Places are being added to this task already. Please try again in a moment.':
    'এই কাজে জায়গা যোগ করা হচ্ছে। একটু পরে আবার চেষ্টা করুন।',

  // Of the work
  'This is your own task. Please choose another one.': 'এটি আপনার নিজের কাজ। অন্য একটি বেছে নিন।',
  'Places of this task cannot be reserved. You can submit your work right away.':
    'এই কাজের জায়গা সংরক্ষণ করা যায় না। আপনি এখনই কাজ জমা দিতে পারেন।',
  'You hold {0} reservations already. Submit your work for one of them, or give it back.':
    'আপনার {0}টি সংরক্ষিত জায়গা আছে। একটির কাজ জমা দিন, অথবা জায়গাটি ছেড়ে দিন।',
  'Your last reservation of this task ran out. You can reserve it again {0} minutes after that, or submit your work without a reservation.':
    'এই কাজে আপনার আগের সংরক্ষিত জায়গার সময় শেষ হয়ে গেছে। তার {0} মিনিট পরে আবার সংরক্ষণ করতে পারবেন, অথবা সংরক্ষণ ছাড়াই কাজ জমা দিতে পারেন।',
  'This submission has already been reviewed. Reload to see the decision.':
    'এই জমা দেওয়া কাজ দেখা হয়ে গেছে। সিদ্ধান্ত দেখতে আবার লোড করুন।',
  'You have sent this work back. Approve it now, or wait for the new version before you reject it.':
    'আপনি এই কাজ ফেরত পাঠিয়েছেন। এখনই অনুমোদন করুন, অথবা প্রত্যাখ্যানের আগে নতুন সংস্করণের অপেক্ষা করুন।',
  'You have sent this work back once already. Please approve or reject it.':
    'আপনি এই কাজ একবার ফেরত পাঠিয়েছেন। এখন অনুমোদন বা প্রত্যাখ্যান করুন।',
  'A new version of this work is not awaited. Reload to see its state.':
    'এই কাজের নতুন সংস্করণ চাওয়া হয়নি। অবস্থা দেখতে আবার লোড করুন।',
  'Only work that a buyer rejected can be appealed. Reload to see its state.':
    'শুধু কাজদাতার প্রত্যাখ্যান করা কাজের জন্য আপিল করা যায়। অবস্থা দেখতে আবার লোড করুন।',
  'The {0} days in which this rejection could be appealed are over.':
    'এই প্রত্যাখ্যানের বিরুদ্ধে আপিলের {0} দিন পার হয়ে গেছে।',
  'You have appealed this rejection already. You find the appeal with your submission.':
    'আপনি এই প্রত্যাখ্যানের বিরুদ্ধে আপিল করেছেন। জমা দেওয়া কাজের সাথে আপিলটি পাবেন।',
  'You have submitted this task again since, so the rejection cannot be appealed any more.':
    'এরপর আপনি কাজটি আবার জমা দিয়েছেন, তাই ওই প্রত্যাখ্যানের বিরুদ্ধে আর আপিল করা যাবে না।',
  'You were the buyer or the worker of this work. Please ask another admin to decide.':
    'আপনি এই কাজের কাজদাতা বা কর্মী ছিলেন। অন্য কোনো অ্যাডমিনকে সিদ্ধান্ত নিতে বলুন।',
  'This appeal has already been decided. Reload to see the decision.':
    'এই আপিলের সিদ্ধান্ত হয়ে গেছে। সিদ্ধান্ত দেখতে আবার লোড করুন।',
  'This task has been closed. Please choose another one.': 'কাজটি বন্ধ হয়ে গেছে। অন্য একটি বেছে নিন।',
  'This task does not exist. Please choose another one.': 'এই কাজটি নেই। অন্য একটি বেছে নিন।',
  'Your appeal about this task is still open. You can submit again if it is dismissed.':
    'এই কাজ নিয়ে আপনার আপিলের সিদ্ধান্ত এখনো হয়নি। আপিল খারিজ হলে আবার জমা দিতে পারবেন।',
  'You have already submitted this task. You find it under My Submissions.':
    'আপনি এই কাজ আগেই জমা দিয়েছেন। আপনার জমা দেওয়া কাজের তালিকায় এটি পাবেন।',
  'The buyer has paused this task. Please choose another one, or come back later.':
    'কাজদাতা কাজটি সাময়িকভাবে থামিয়েছেন। অন্য একটি বেছে নিন, অথবা পরে আসুন।',
  'All places of this task are taken by now. Please choose another one.':
    'এই কাজের সব জায়গা ভরে গেছে। অন্য একটি বেছে নিন।',
  'You need {0} % approved work, you have {1} %.': 'অনুমোদিত কাজ {0}% হতে হবে, আপনার আছে {1}%।',

  // Of the coins
  'This withdrawal has already been decided the other way. Reload to see the decision.':
    'এই উত্তোলনের অন্য সিদ্ধান্ত হয়ে গেছে। সিদ্ধান্ত দেখতে আবার লোড করুন।',
  'This withdrawal is held. Release it first, or cancel it.':
    'এই উত্তোলন স্থগিত আছে। আগে ছেড়ে দিন, অথবা বাতিল করুন।',
  'This person’s role is still being changed. Please try again in a moment.':
    'এই ব্যক্তির ভূমিকা এখনো বদলানো হচ্ছে। একটু পরে আবার চেষ্টা করুন।',
  'Please confirm your email address before your first withdrawal. We can send you the link again.':
    'প্রথমবার টাকা তোলার আগে আপনার ইমেইল ঠিকানা নিশ্চিত করুন। আমরা লিংকটি আবার পাঠাতে পারি।',
  'You already have {0} pending withdrawals. Please try again when some of them have been decided.':
    'আপনার {0}টি উত্তোলন অপেক্ষমাণ আছে। কয়েকটির সিদ্ধান্ত হলে আবার চেষ্টা করুন।',
  'This withdrawal has not been approved, so there is nothing to pay.':
    'এই উত্তোলন অনুমোদিত হয়নি, তাই পরিশোধ করার কিছু নেই।',
  'This payout has changed in the meantime. Reload to see its state.':
    'এর মধ্যে এই পরিশোধের অবস্থা বদলে গেছে। অবস্থা দেখতে আবার লোড করুন।',
  'We have no account number for this withdrawal that we can read. Please ask the worker for it.':
    'এই উত্তোলনের কোনো পড়ার মতো অ্যাকাউন্ট নম্বর আমাদের কাছে নেই। কর্মীর কাছ থেকে জেনে নিন।',
  'Your card was declined. Please try another one.': 'আপনার কার্ড গ্রহণ করা হয়নি। অন্য কার্ড দিয়ে চেষ্টা করুন।',
  'We cannot reach the card processor right now. Please try again in a moment.':
    'এই মুহূর্তে কার্ড প্রসেসরের সাথে সংযোগ করা যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'The event must be signed by Stripe, within the last five minutes.':
    'ইভেন্টটি গত পাঁচ মিনিটের মধ্যে Stripe-এর স্বাক্ষর করা হতে হবে।',
  'We found no new payment of this amount. Please pay by card first.':
    'এই পরিমাণের নতুন কোনো পেমেন্ট পাওয়া যায়নি। আগে কার্ডে পেমেন্ট করুন।',
  'The payer is no longer a buyer, so these coins cannot be credited. Refund the payment instead.':
    'যিনি পেমেন্ট করেছেন তিনি আর কাজদাতা নন, তাই এই কয়েন জমা করা যাবে না। পেমেন্ট ফেরত দিন।',
  'This payment has been refunded or disputed, so its coins cannot be credited.':
    'এই পেমেন্ট ফেরত গেছে বা এ নিয়ে আপত্তি উঠেছে, তাই এর কয়েন জমা করা যাবে না।',
  'User has insufficient coins': 'ব্যবহারকারীর যথেষ্ট কয়েন নেই',
  'Give an account number, or a withdrawal that has it, but not both':
    'অ্যাকাউন্ট নম্বর দিন, অথবা যে উত্তোলনে তা আছে সেটি দিন, কিন্তু দুটো নয়',
  'We keep no account number of bkash there. Please type it.':
    'সেখানে কোনো বিকাশ অ্যাকাউন্ট নম্বর রাখা নেই। নম্বরটি লিখুন।',
  'We keep no account number of nagad there. Please type it.':
    'সেখানে কোনো নগদ অ্যাকাউন্ট নম্বর রাখা নেই। নম্বরটি লিখুন।',
  'We keep no account number of rocket there. Please type it.':
    'সেখানে কোনো রকেট অ্যাকাউন্ট নম্বর রাখা নেই। নম্বরটি লিখুন।',
  'We keep no account number of other there. Please type it.': 'সেখানে কোনো অ্যাকাউন্ট নম্বর রাখা নেই। নম্বরটি লিখুন।',

  // Of pictures
  'JPEG, PNG, WebP, GIF or AVIF': 'JPEG, PNG, WebP, GIF বা AVIF',
  'The upload was incomplete. Please send the image again.': 'আপলোড অসম্পূর্ণ ছিল। ছবিটি আবার পাঠান।',
  'The image host is not responding. Nothing you typed is lost; please try again in a moment.':
    'ছবির সার্ভার সাড়া দিচ্ছে না। যা লিখেছেন তার কিছুই হারায়নি; একটু পরে আবার চেষ্টা করুন।',
  'There is no such image.': 'এমন কোনো ছবি নেই।',
  'Choose an image and send it in the field image': 'একটি ছবি বেছে নিন',
  'Send one image at a time': 'একবারে একটি ছবি পাঠান',
  'This file is empty. Choose another image': 'ফাইলটি খালি। অন্য ছবি বেছে নিন',
  'The image must be a JPEG, PNG, WebP, GIF or AVIF file': 'ছবিটি JPEG, PNG, WebP, GIF বা AVIF ফাইল হতে হবে',
  'This image cannot be read: the file is damaged or has the wrong type. Choose another one':
    'ছবিটি পড়া যাচ্ছে না: ফাইলটি নষ্ট, অথবা এর ধরন ঠিক নয়। অন্য একটি বেছে নিন',
  'The image must have at most {0} megapixels': 'ছবিটি সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'A progressive JPEG must have at most {0} megapixels': 'প্রগ্রেসিভ JPEG সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An interlaced PNG must have at most {0} megapixels': 'ইন্টারলেসড PNG সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An interlaced PNG of {0} bits must have at most {1} megapixels':
    '{0} বিটের ইন্টারলেসড PNG সর্বোচ্চ {1} মেগাপিক্সেল হতে পারে',
  'A WebP must have at most {0} megapixels': 'WebP সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'A GIF must have at most {0} megapixels': 'GIF সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An AVIF must have at most {0} megapixels': 'AVIF সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An AVIF of {0} or {1} bits must have at most {2} megapixels':
    '{0} বা {1} বিটের AVIF সর্বোচ্চ {2} মেগাপিক্সেল হতে পারে',
  'This kind of image must be at most {0} pixels wide': 'এ ধরনের ছবি সর্বোচ্চ {0} পিক্সেল চওড়া হতে পারে',
  'This image takes too much memory or time to open. Make it smaller, or save it as a JPEG, and choose it again':
    'ছবিটি খুলতে অনেক বেশি মেমোরি বা সময় লাগে। ছোট করে, অথবা JPEG হিসেবে সংরক্ষণ করে আবার বেছে নিন',
  'The image must be at most {0} MB.': 'ছবিটি সর্বোচ্চ {0} MB হতে পারে।',
  'Too many pictures are being uploaded at the same time. Wait a moment and send this one again.':
    'একসাথে অনেক ছবি আপলোড হচ্ছে। একটু অপেক্ষা করে এটি আবার পাঠান।',
  'Many people are uploading pictures right now. Wait a moment and send this one again.':
    'এই মুহূর্তে অনেকে ছবি আপলোড করছেন। একটু অপেক্ষা করে এটি আবার পাঠান।',
  'There is no room for more new pictures today. Nothing you typed is lost: please send this picture again in a minute.':
    'আজ আর নতুন ছবি রাখার জায়গা নেই। যা লিখেছেন তার কিছুই হারায়নি: এক মিনিট পরে ছবিটি আবার পাঠান।',
  'There is no room for more new pictures today. Nothing you typed is lost: please send this picture again in {0} minutes.':
    'আজ আর নতুন ছবি রাখার জায়গা নেই। যা লিখেছেন তার কিছুই হারায়নি: {0} মিনিট পরে ছবিটি আবার পাঠান।',
  'There is no room for more new pictures today. Nothing you typed is lost: please send this picture again in {0} hours.':
    'আজ আর নতুন ছবি রাখার জায়গা নেই। যা লিখেছেন তার কিছুই হারায়নি: {0} ঘণ্টা পরে ছবিটি আবার পাঠান।',
  'One of these pictures is not yours, or is not there any more. Remove it, or add it again.':
    'এর মধ্যে একটি ছবি আপনার নয়, অথবা আর নেই। সেটি সরান, অথবা আবার যোগ করুন।',

  // Of the gateway
  'Please choose a role to continue.': 'এগিয়ে যেতে একটি ভূমিকা বেছে নিন।',
  'API keys do not open this operation. Please sign in and use an access token.':
    'API কী দিয়ে এই কাজ করা যায় না। লগ ইন করে অ্যাক্সেস টোকেন ব্যবহার করুন।',

  // Validation
  'Name is required': 'নাম দিতে হবে',
  'Name must be text': 'নাম লেখা হতে হবে',
  'Name must be at most {0} characters': 'নাম সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Name must contain a visible character': 'নামে অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Profile URL is required': 'প্রোফাইল ছবির ঠিকানা দিতে হবে',
  'Profile URL must be text': 'প্রোফাইল ছবির ঠিকানা লেখা হতে হবে',
  'Profile URL must be at most {0} characters': 'প্রোফাইল ছবির ঠিকানা সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Profile URL must contain a visible character': 'প্রোফাইল ছবির ঠিকানায় অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Profile URL must be an https address or an uploaded image':
    'প্রোফাইল ছবি একটি https ঠিকানা বা আপলোড করা ছবি হতে হবে',
  'Email is required': 'ইমেইল দিতে হবে',
  'Email must be at most {0} characters': 'ইমেইল সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Email must look like name@example.com': 'ইমেইল name@example.com-এর মতো হতে হবে',
  'Password is required': 'পাসওয়ার্ড দিতে হবে',
  'Password must be at most {0} characters': 'পাসওয়ার্ড সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least {0} characters long':
    'পাসওয়ার্ডে অন্তত একটি বড় হাতের অক্ষর, একটি ছোট হাতের অক্ষর, একটি সংখ্যা ও একটি বিশেষ চিহ্ন থাকতে হবে, এবং অন্তত {0} অক্ষরের হতে হবে',
  'Role must be worker or buyer': 'ভূমিকা কর্মী বা কাজদাতা হতে হবে',
  'Submission Details URL is required': 'জমা দেওয়া কাজের বিবরণ দিতে হবে',
  'Submission Details must be text': 'জমা দেওয়া কাজের বিবরণ লেখা হতে হবে',
  'Submission Details must be at most {0} characters': 'জমা দেওয়া কাজের বিবরণ সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Submission Details must contain a visible character': 'জমা দেওয়া কাজের বিবরণে অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Attachments must be a list of addresses': 'সংযুক্ত ছবি ঠিকানার তালিকা হতে হবে',
  'Add at most {0} pictures': 'সর্বোচ্চ {0}টি ছবি যোগ করুন',
  'Attachments must be addresses of uploaded pictures': 'সংযুক্ত ছবি আপলোড করা ছবি হতে হবে',
  'Appeal is required': 'আপিল লিখতে হবে',
  'Appeal must be text': 'আপিল লেখা হতে হবে',
  'Appeal must be at least {0} characters': 'আপিল অন্তত {0} অক্ষরের হতে হবে',
  'Appeal must be at most {0} characters': 'আপিল সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Appeal must contain a visible character': 'আপিলে অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Coin is required': 'কয়েন দিতে হবে',
  'Coin must be a whole number': 'কয়েন পূর্ণ সংখ্যা হতে হবে',
  'Coin must be at least {0}': 'কয়েন অন্তত {0} হতে হবে',
  'Coin must be at most {0}': 'কয়েন সর্বোচ্চ {0} হতে পারে',
  'Payment System is required': 'টাকা পাওয়ার মাধ্যম বেছে নিতে হবে',
  'Payment System must be one of bkash, rocket, nagad, other':
    'টাকা পাওয়ার মাধ্যম বিকাশ, রকেট, নগদ বা অন্য কিছু হতে হবে',
  'Account Number is required': 'অ্যাকাউন্ট নম্বর দিতে হবে',
  'Account Number must be text': 'অ্যাকাউন্ট নম্বর লেখা হতে হবে',
  'Account Number must be at least {0} characters': 'অ্যাকাউন্ট নম্বর অন্তত {0} অক্ষরের হতে হবে',
  'Account Number must be at most {0} characters': 'অ্যাকাউন্ট নম্বর সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Account Number takes letters, digits, spaces, dashes and + @ . _, and needs at least four besides spaces and dashes':
    'অ্যাকাউন্ট নম্বরে অক্ষর, সংখ্যা, ফাঁকা জায়গা, ড্যাশ এবং + @ . _ চলে; ফাঁকা জায়গা ও ড্যাশ বাদে অন্তত চারটি থাকতে হবে',
  'Account Number of bkash takes digits, spaces and dashes, at least four digits':
    'বিকাশ অ্যাকাউন্ট নম্বরে সংখ্যা, ফাঁকা জায়গা ও ড্যাশ চলে, অন্তত চারটি সংখ্যা থাকতে হবে',
  'Account Number of nagad takes digits, spaces and dashes, at least four digits':
    'নগদ অ্যাকাউন্ট নম্বরে সংখ্যা, ফাঁকা জায়গা ও ড্যাশ চলে, অন্তত চারটি সংখ্যা থাকতে হবে',
  'Account Number of rocket takes digits, spaces and dashes, at least four digits':
    'রকেট অ্যাকাউন্ট নম্বরে সংখ্যা, ফাঁকা জায়গা ও ড্যাশ চলে, অন্তত চারটি সংখ্যা থাকতে হবে',
  'Link is required': 'লিংক দিতে হবে',
  'Link must be at most {0} characters': 'লিংক সর্বোচ্চ {0} অক্ষরের হতে পারে',

  // Reasons
  'Something is missing.': 'কিছু একটা বাদ পড়েছে।',
  'It is not correct.': 'কাজটি সঠিক নয়।',
  'It does not do what the task asks for.': 'কাজে যা চাওয়া হয়েছে তা করা হয়নি।',
  'The quality is too low.': 'মান খুব কম।',
  'It is copied from elsewhere.': 'অন্য জায়গা থেকে নকল করা।',
  'The proof is missing.': 'প্রমাণ নেই।',
  'The new version that the buyer asked for did not arrive in time.': 'কাজদাতার চাওয়া নতুন সংস্করণ সময়মতো আসেনি।',
  'No reason was given.': 'কোনো কারণ জানানো হয়নি।',
  'We check coins that were not earned by work.': 'কাজ করে আয় করা নয় এমন কয়েন আমরা যাচাই করছি।',
  'We check the work, because most of the coins come from one buyer.':
    'বেশিরভাগ কয়েন একজন কাজদাতার কাছ থেকে এসেছে, তাই আমরা কাজগুলো যাচাই করছি।',
  'We check the account number.': 'আমরা অ্যাকাউন্ট নম্বরটি যাচাই করছি।',
  'We check the first withdrawals of a new account.': 'নতুন অ্যাকাউন্টের প্রথম উত্তোলনগুলো আমরা যাচাই করি।',
  'We check this request before it is decided.': 'সিদ্ধান্তের আগে আমরা এই অনুরোধ যাচাই করছি।',

  // Records of buyers
  'New buyer · {0} task posted': 'নতুন কাজদাতা · {0}টি কাজ পোস্ট করেছেন',
  'New buyer · {0} tasks posted': 'নতুন কাজদাতা · {0}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · {1} task posted': '{0}% কাজ অনুমোদন করেন · {1}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · {1} tasks posted': '{0}% কাজ অনুমোদন করেন · {1}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within an hour · {1} task posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত এক ঘণ্টার মধ্যে সিদ্ধান্ত দেন · {1}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within an hour · {1} tasks posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত এক ঘণ্টার মধ্যে সিদ্ধান্ত দেন · {1}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within {1} hours · {2} task posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত {1} ঘণ্টার মধ্যে সিদ্ধান্ত দেন · {2}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within {1} hours · {2} tasks posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত {1} ঘণ্টার মধ্যে সিদ্ধান্ত দেন · {2}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within {1} days · {2} task posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত {1} দিনের মধ্যে সিদ্ধান্ত দেন · {2}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within {1} days · {2} tasks posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত {1} দিনের মধ্যে সিদ্ধান্ত দেন · {2}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within a year · {1} task posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত এক বছরের মধ্যে সিদ্ধান্ত দেন · {1}টি কাজ পোস্ট করেছেন',
  'approves {0}% of work · usually decides within a year · {1} tasks posted':
    '{0}% কাজ অনুমোদন করেন · সাধারণত এক বছরের মধ্যে সিদ্ধান্ত দেন · {1}টি কাজ পোস্ট করেছেন',

  // Notifications
  'a task': 'একটি কাজ',
  '{count} coins': '{count} কয়েন',
  '{count} new pieces of work for {title}': '{title}-এর জন্য {count}টি নতুন কাজ জমা পড়েছে',
  'Your work for {title} was approved': '{title}-এর জন্য আপনার কাজ অনুমোদিত হয়েছে',
  'You have earned {coins}.': 'আপনি {coins} আয় করেছেন।',
  'The buyer did not decide in time, so you are paid.': 'কাজদাতা সময়মতো সিদ্ধান্ত দেননি, তাই আপনাকে কয়েন দেওয়া হয়েছে।',
  'The buyer has left, so you are paid.': 'কাজদাতা চলে গেছেন, তাই আপনাকে কয়েন দেওয়া হয়েছে।',
  'Your work for {title} was rejected': '{title}-এর জন্য আপনার কাজ প্রত্যাখ্যাত হয়েছে',
  'The buyer wrote you the reason.': 'কাজদাতা আপনাকে কারণ লিখে জানিয়েছেন।',
  'Your work for {title} came back': '{title}-এর জন্য আপনার কাজ ফেরত এসেছে',
  'The buyer asks for a new version. Without one it is rejected.':
    'কাজদাতা নতুন সংস্করণ চেয়েছেন। না দিলে কাজটি প্রত্যাখ্যাত হবে।',
  'A new version of the work for {title}': '{title}-এর জন্য কাজের নতুন সংস্করণ এসেছে',
  '{count} appeals were filed': '{count}টি আপিল করা হয়েছে',
  'They wait for a decision of an admin.': 'অ্যাডমিনের সিদ্ধান্তের অপেক্ষায় আছে।',
  'A worker has appealed against your rejection for {title}':
    '{title}-এর জন্য আপনার প্রত্যাখ্যানের বিরুদ্ধে একজন কর্মী আপিল করেছেন',
  'An admin decides. No coins leave your balance.':
    'একজন অ্যাডমিন সিদ্ধান্ত নেবেন। আপনার ব্যালেন্স থেকে কোনো কয়েন যাবে না।',
  'Your appeal about {title} was upheld': '{title} নিয়ে আপনার আপিল মঞ্জুর হয়েছে',
  'The appeal about {title} was upheld': '{title} নিয়ে করা আপিল মঞ্জুর হয়েছে',
  'An open place of the task paid the worker.': 'কাজের একটি খালি জায়গার কয়েন কর্মীকে দেওয়া হয়েছে।',
  'Piecework paid the worker.': 'Piecework কর্মীকে কয়েন দিয়েছে।',
  'Your appeal about {title} was dismissed': '{title} নিয়ে আপনার আপিল খারিজ হয়েছে',
  'The appeal about {title} was dismissed': '{title} নিয়ে করা আপিল খারিজ হয়েছে',
  '{count} withdrawals were requested': '{count}টি উত্তোলনের অনুরোধ এসেছে',
  'Your withdrawal of {coins} was approved': 'আপনার {coins} উত্তোলন অনুমোদিত হয়েছে',
  'It is paid out next.': 'এরপর টাকা পাঠানো হবে।',
  'Your withdrawal of {coins} was canceled': 'আপনার {coins} উত্তোলন বাতিল হয়েছে',
  'Your balance did not cover it.': 'আপনার ব্যালেন্সে যথেষ্ট কয়েন ছিল না।',
  'You have left the worker role.': 'আপনি আর কর্মী নন।',
  'The coins stay with you.': 'কয়েন আপনার কাছেই আছে।',
  'Your withdrawal of {coins} is held': 'আপনার {coins} উত্তোলন স্থগিত আছে',
  'You find the reason with it. It is decided later; the hold ends within {days} days.':
    'এর সাথেই কারণ দেখতে পাবেন। সিদ্ধান্ত পরে হবে; {days} দিনের মধ্যে স্থগিত অবস্থা শেষ হবে।',
  'Your withdrawal of {coins} is not held any more': 'আপনার {coins} উত্তোলন আর স্থগিত নেই',
  'It waits for its decision again.': 'এটি আবার সিদ্ধান্তের অপেক্ষায় আছে।',
  'Your withdrawal of {coins} was paid': 'আপনার {coins} উত্তোলনের টাকা পাঠানো হয়েছে',
  'Your withdrawal of {coins} could not be paid': 'আপনার {coins} উত্তোলনের টাকা পাঠানো যায়নি',
  'Please check the account number.': 'অ্যাকাউন্ট নম্বরটি দেখে নিন।',
  '{coins} were added to your balance': 'আপনার ব্যালেন্সে {coins} যোগ হয়েছে',
  'A task of yours was deleted': 'আপনার একটি কাজ মুছে ফেলা হয়েছে',
  'Your task {title} was deleted': 'আপনার কাজ {title} মুছে ফেলা হয়েছে',
  'No coins were left to come back.': 'ফেরত আসার মতো কোনো কয়েন বাকি ছিল না।',
  '{coins} came back to you.': '{coins} আপনার কাছে ফেরত এসেছে।',
  'A task of yours was closed': 'আপনার একটি কাজ বন্ধ হয়েছে',
  'Your task {title} was closed': 'আপনার কাজ {title} বন্ধ হয়েছে',
  'Its completion date has passed.': 'এর শেষ তারিখ পার হয়ে গেছে।',
  'No places were added to your task': 'আপনার কাজে কোনো জায়গা যোগ হয়নি',
  'You have too few coins for them.': 'এর জন্য আপনার যথেষ্ট কয়েন নেই।',
  'The task was closed before. The coins for the places came back to you.':
    'কাজটি আগেই বন্ধ হয়ে গেছে। জায়গাগুলোর কয়েন আপনার কাছে ফেরত এসেছে।',
  'Your place at {title} is no longer reserved': '{title}-এ আপনার জায়গা আর সংরক্ষিত নেই',
  'Its time is over.': 'এর সময় শেষ।',
  'The buyer has left.': 'কাজদাতা চলে গেছেন।',
  'Something has changed in your account': 'আপনার অ্যাকাউন্টে কিছু একটা বদলেছে',
} satisfies Readonly<Record<string, string>>;
