/**
 * Bangla of what people read of the contract and of the services: problems, validation messages of forms, notifications. A number in such a text is
 * `{0}`, `{1}` … (`translated`).
 */
export default {
  // Problems
  'Please correct the marked fields.': 'চিহ্নিত ঘরগুলো ঠিক করুন।',
  'The request isn’t valid JSON. Correct its body and send it again.': 'অনুরোধটি সঠিক JSON নয়। ঠিক করে আবার পাঠান।',
  'Please sign in.': 'লগ ইন করুন।',
  'Your session has ended. Please sign in again.': 'আপনার সেশন শেষ হয়ে গেছে। আবার লগ ইন করুন।',
  'Your role doesn’t allow this. Please sign in with an account that has the right role.':
    'আপনার ভূমিকায় এটি করা যায় না। সঠিক ভূমিকার অ্যাকাউন্ট দিয়ে লগ ইন করুন।',
  'This account has been closed. Please sign up with another email.':
    'এই অ্যাকাউন্ট বন্ধ করা হয়েছে। অন্য ইমেইল দিয়ে নিবন্ধন করুন।',
  'Your account is suspended, so you can’t do this now. Your dashboard says why, and how to appeal.':
    'আপনার অ্যাকাউন্ট স্থগিত, তাই এখন এটি করা যাবে না। কারণ আর আপিলের উপায় ড্যাশবোর্ডে আছে।',
  'We couldn’t find this. It may have been deleted.': 'এটি খুঁজে পাওয়া যায়নি। হয়তো মুছে ফেলা হয়েছে।',
  'This address doesn’t support that method. See /docs for the methods it supports.':
    'এই ঠিকানায় ওই মেথড চলে না। কোন কোন মেথড চলে, দেখুন এখানে: /docs',
  'This has changed in the meantime. Please reload and try again.': 'এর মধ্যে এটি বদলে গেছে। পাতাটি আবার লোড করে চেষ্টা করুন।',
  'This Idempotency-Key was already used for another request. Send this request with a new key.':
    'এই Idempotency-Key অন্য অনুরোধে ব্যবহার করা হয়েছে। নতুন কী দিয়ে পাঠান।',
  'The request is too large. Send at most {0} KiB of JSON, or a picture of at most {1} MB.':
    'অনুরোধটি বেশি বড়। JSON সর্বোচ্চ {0} KiB, আর ছবি সর্বোচ্চ {1} MB হতে পারে।',
  'Send JSON with content-type application/json.': 'content-type application/json দিয়ে JSON পাঠান।',
  'The request took too long to arrive. Please try again.': 'অনুরোধটি পৌঁছাতে বেশি সময় লেগেছে। আবার চেষ্টা করুন।',
  'Piecework isn’t available under this host name. Please check the address.':
    'এই নামে Piecework পাওয়া যায় না। ঠিকানাটি দেখে নিন।',
  'Send the request without an Expect header.': 'Expect হেডার ছাড়া অনুরোধটি পাঠান।',
  'The address or the headers of the request are too long. Shorten them and send it again.':
    'অনুরোধের ঠিকানা বা হেডার বেশি লম্বা। ছোট করে আবার পাঠান।',
  'The request isn’t valid HTTP. Correct it and send it again.': 'অনুরোধটি সঠিক HTTP নয়। ঠিক করে আবার পাঠান।',
  'Too many requests. Please wait a moment and try again.':
    'অল্প সময়ে অনেক বেশি অনুরোধ এসেছে। একটু অপেক্ষা করে আবার চেষ্টা করুন।',
  'Something went wrong on our side. Nothing you sent is lost. Please try again.':
    'আমাদের দিক থেকে সমস্যা হয়েছে। আপনার পাঠানো কিছুই হারায়নি; আবার চেষ্টা করুন।',
  'Part of Piecework isn’t responding. Please try again in a moment.':
    'Piecework-এর একটি অংশ সাড়া দিচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'Your request is taking longer than usual. Please check your list in a moment before you send it again.':
    'আপনার অনুরোধে স্বাভাবিকের চেয়ে বেশি সময় লাগছে। আবার পাঠানোর আগে একটু পরে তালিকাটি দেখে নিন।',

  // Accounts
  'The last change to this account is still in progress. Please try again in a moment.':
    'এই অ্যাকাউন্টের আগের পরিবর্তন এখনো চলছে। একটু পরে আবার চেষ্টা করুন।',
  'You can’t change your own role. Please ask another admin to do it.':
    'নিজের ভূমিকা নিজে বদলানো যায় না। অন্য কোনো অ্যাডমিনকে বলুন।',
  'You can’t delete your own account. Please ask another admin to do it.':
    'নিজের অ্যাকাউন্ট নিজে মোছা যায় না। অন্য কোনো অ্যাডমিনকে বলুন।',
  'The email or password is incorrect. Please check both and try again.':
    'ইমেইল বা পাসওয়ার্ড সঠিক নয়। দুটিই দেখে আবার চেষ্টা করুন।',
  'This email already has an account. Please sign in instead.': 'এই ইমেইলে আগে থেকেই একটি অ্যাকাউন্ট আছে। লগ ইন করুন।',
  'An account with this email already exists, and we couldn’t confirm that it’s yours. Choose “Forgot your password?” and follow the link in the email, or sign in with Google; then try again.':
    'এই ইমেইলে একটি অ্যাকাউন্ট আছে, কিন্তু সেটি যে আপনার তা আমরা নিশ্চিত হতে পারিনি। পাসওয়ার্ড ভুলে যাওয়ার লিংকটি বেছে নিয়ে ইমেইলে পাওয়া লিংকে যান, অথবা Google দিয়ে লগ ইন করুন; তারপর আবার চেষ্টা করুন।',
  'This site can’t send email. Please ask its administrator for help.':
    'এই সাইট থেকে ইমেইল পাঠানো যায় না। সাইটের অ্যাডমিনের সাহায্য নিন।',
  'This link is no longer valid. Please request a new one.': 'এই লিংক আর কাজ করে না। নতুন একটি লিংক নিন।',
  'You already have {0} API keys. Please revoke one you no longer use.':
    'আপনার আগে থেকেই {0}টি API কী আছে। যেটি আর ব্যবহার করেন না, সেটি বাতিল করুন।',
  'This account signs in with Google, so it has no password to change.':
    'এই অ্যাকাউন্টে Google দিয়ে লগ ইন করা হয়, তাই বদলানোর মতো কোনো পাসওয়ার্ড নেই।',
  'This account is closed.': 'এই অ্যাকাউন্ট বন্ধ।',
  'You are already registered.': 'আপনি আগেই নিবন্ধন করেছেন।',
  'Your sign-in doesn’t match this email. Please sign in again.':
    'আপনি যে ইমেইলে লগ ইন করেছেন, এটি তা নয়। আবার লগ ইন করুন।',
  'If this wasn’t you, choose a new password and sign out your other browsers.':
    'এটি আপনি না হলে নতুন পাসওয়ার্ড দিন এবং অন্য ব্রাউজারগুলো থেকে লগ আউট করুন।',
  'New sign-in to your account': 'আপনার অ্যাকাউন্টে নতুন লগ ইন',
  'Your password was changed': 'আপনার পাসওয়ার্ড বদলানো হয়েছে',
  'Your second factor was changed': 'আপনার দ্বিতীয় ধাপের সুরক্ষা বদলানো হয়েছে',
  'Please confirm that it’s you with your second factor.': 'এটি যে আপনি, তা দ্বিতীয় ধাপে নিশ্চিত করুন।',
  'This passkey wasn’t accepted. Please try again, or use another one.':
    'পাসকিটি গ্রহণ করা যায়নি। আবার চেষ্টা করুন, অথবা অন্য একটি ব্যবহার করুন।',
  'You already have {0} passkeys. Please remove one you no longer use.':
    'আপনার আগে থেকেই {0}টি পাসকি আছে। যেটি আর ব্যবহার করেন না, সেটি সরিয়ে দিন।',
  'This code isn’t right, or it has been used. Please wait for the next one, and check the time of your phone.':
    'কোডটি ঠিক নয়, অথবা আগে ব্যবহার করা হয়েছে। পরের কোডের জন্য অপেক্ষা করুন, আর ফোনের সময় ঠিক আছে কি না দেখুন।',
  'The set-up took too long. Please start it again.': 'চালু করতে বেশি সময় লেগেছে। আবার শুরু করুন।',
  'This account has no second factor. Please set one up first.': 'এই অ্যাকাউন্টে দ্বিতীয় ধাপের সুরক্ষা নেই। আগে সেটি চালু করুন।',
  'Admins need a second factor here. Please add another one before you remove this one.':
    'এখানে অ্যাডমিনদের দ্বিতীয় ধাপের সুরক্ষা লাগে। এটি সরানোর আগে আরেকটি যোগ করুন।',
  'Admins need a second factor here. Please set one up under Security first.':
    'এখানে অ্যাডমিনদের দ্বিতীয় ধাপের সুরক্ষা লাগে। আগে নিরাপত্তা পাতায় সেটি চালু করুন।',
  'Too many wrong codes. Please try again in a minute.': 'অনেকবার ভুল কোড দেওয়া হয়েছে। এক মিনিট পরে আবার চেষ্টা করুন।',
  'Too many wrong codes. Please try again in {0} minutes.': 'অনেকবার ভুল কোড দেওয়া হয়েছে। {0} মিনিট পরে আবার চেষ্টা করুন।',
  'Too many wrong passwords for this email. Please try again in a minute.':
    'এই ইমেইলে অনেকবার ভুল পাসওয়ার্ড দেওয়া হয়েছে। এক মিনিট পরে আবার চেষ্টা করুন।',
  'Too many wrong passwords for this email. Please try again in {0} minutes.':
    'এই ইমেইলে অনেকবার ভুল পাসওয়ার্ড দেওয়া হয়েছে। {0} মিনিট পরে আবার চেষ্টা করুন।',
  'This name looks like one of Piecework’s team. Please choose another one.':
    'নামটি Piecework-এর টিমের নামের মতো দেখাচ্ছে। অন্য একটি নাম দিন।',
  'Too many accounts have been created from your network today. Please try again tomorrow, or sign up from another network.':
    'আজ আপনার নেটওয়ার্ক থেকে অনেক বেশি অ্যাকাউন্ট খোলা হয়েছে। আগামীকাল আবার চেষ্টা করুন, অথবা অন্য নেটওয়ার্ক থেকে নিবন্ধন করুন।',
  'Too many emails have been requested from your network today. Please try again tomorrow.':
    'আজ আপনার নেটওয়ার্ক থেকে অনেক বেশি ইমেইল চাওয়া হয়েছে। আগামীকাল আবার চেষ্টা করুন।',
  'We’ve already sent several emails. Please check your spam folder, or try again later.':
    'আমরা এর মধ্যেই কয়েকটি ইমেইল পাঠিয়েছি। স্প্যাম ফোল্ডার দেখুন, অথবা পরে আবার চেষ্টা করুন।',

  // Suspensions
  'This account is already suspended. Reload to see why.': 'এই অ্যাকাউন্ট আগে থেকেই স্থগিত। কারণ দেখতে পাতাটি আবার লোড করুন।',
  'You suspended this account. Please ask another admin to decide the appeal.':
    'এই অ্যাকাউন্ট আপনি স্থগিত করেছেন। আপিলের সিদ্ধান্ত অন্য কোনো অ্যাডমিনকে নিতে বলুন।',
  'You can’t suspend your own account. Please ask another admin to do it.':
    'নিজের অ্যাকাউন্ট নিজে স্থগিত করা যায় না। অন্য কোনো অ্যাডমিনকে বলুন।',
  'This is your own appeal. Please ask another admin to decide it.':
    'এটি আপনার নিজের আপিল। অন্য কোনো অ্যাডমিনকে সিদ্ধান্ত নিতে বলুন।',
  'This account is no longer suspended. Reload to see its status.':
    'এই অ্যাকাউন্ট আর স্থগিত নয়। অবস্থা দেখতে পাতাটি আবার লোড করুন।',
  'You already appealed. You can read the decision on your dashboard.':
    'আপনি আগেই আপিল করেছেন। সিদ্ধান্ত আপনার ড্যাশবোর্ডে দেখা যাবে।',
  'This person’s account is suspended, so their withdrawals wait. Lift the suspension first, or cancel the request.':
    'এই ব্যক্তির অ্যাকাউন্ট স্থগিত, তাই তাঁর উত্তোলন অপেক্ষা করছে। আগে স্থগিত তুলে নিন, অথবা অনুরোধটি বাতিল করুন।',
  'The account was used to mislead people.': 'অ্যাকাউন্টটি মানুষকে ঠকাতে ব্যবহার করা হয়েছে।',
  'Many submissions weren’t real work.': 'জমা দেওয়া অনেক কাজ আসল কাজ ছিল না।',
  'Other people were treated badly.': 'অন্যদের সঙ্গে খারাপ আচরণ করা হয়েছে।',
  'The same person seems to use more than one account.': 'মনে হচ্ছে একই ব্যক্তি একাধিক অ্যাকাউন্ট ব্যবহার করছেন।',
  'We’re checking payments of this account.': 'এই অ্যাকাউন্টের লেনদেন আমরা যাচাই করছি।',
  'Another person may have access to this account.': 'এই অ্যাকাউন্টে অন্য কারও প্রবেশাধিকার থাকতে পারে।',
  'We’re checking this account.': 'এই অ্যাকাউন্ট আমরা যাচাই করছি।',

  // Tasks
  'Please Purchase coin': 'কয়েন কিনুন',
  'An admin has deleted this task.': 'একজন অ্যাডমিন এই কাজটি মুছে দিয়েছেন।',
  'An admin has deleted this task. Your submission can still be approved and paid.':
    'একজন অ্যাডমিন এই কাজটি মুছে দিয়েছেন। আপনার জমা দেওয়া কাজ এখনো অনুমোদিত হতে পারে, তখন কয়েন পাবেন।',
  'The coins for this task are still being set aside. Please try again in a moment.':
    'এই কাজের কয়েন এখনো আলাদা করে রাখা হচ্ছে। একটু পরে আবার চেষ্টা করুন।',
  'This task is closed, so nothing can be added to it. You can post it again.':
    'কাজটি বন্ধ, তাই এতে কিছু যোগ করা যাবে না। আবার পোস্ট করতে পারেন।',
  'This task is just being changed. Please try again in a moment.':
    'এই কাজটি এখনই পরিবর্তন করা হচ্ছে। একটু পরে আবার চেষ্টা করুন।',
  'You can raise the pay while at most {0} submissions are pending. Please decide some of them first.':
    'সর্বোচ্চ {0}টি জমা অপেক্ষমাণ থাকলে পারিশ্রমিক বাড়ানো যায়। আগে কয়েকটির সিদ্ধান্ত নিন।',

  // Work
  'This is your own task. Please choose another one.': 'এটি আপনার নিজের কাজ। অন্য একটি বেছে নিন।',
  'This task doesn’t hold places. You can submit your work right away.':
    'এই কাজে জায়গা ধরে রাখা যায় না। আপনি এখনই কাজ জমা দিতে পারেন।',
  'You already hold {0} places. Submit your work for one of them, or release one.':
    'আপনি এর মধ্যেই {0}টি জায়গা ধরে রেখেছেন। একটির কাজ জমা দিন, অথবা একটি জায়গা ছেড়ে দিন।',
  'You’ve submitted to this task as often as one day allows. Please try again tomorrow.':
    'এক দিনে এই কাজে যতবার জমা দেওয়া যায়, আপনি ততবার দিয়েছেন। আগামীকাল আবার চেষ্টা করুন।',
  'Workers without approved work already hold as many places here as they can. Submit your work without a hold, or try again later.':
    'যাঁদের কোনো কাজ এখনো অনুমোদিত হয়নি, তাঁরা এখানে যতগুলো জায়গা ধরে রাখা যায় ততগুলোই ধরে রেখেছেন। জায়গা ধরে না রেখেই কাজ জমা দিন, অথবা পরে আবার চেষ্টা করুন।',
  'These holds are still too new to release. The workers may be submitting soon.':
    'জায়গাগুলো মাত্র ধরে রাখা হয়েছে, তাই এখনই ছাড়া যাবে না। কর্মীরা হয়তো শিগগিরই জমা দেবেন।',
  'Your hold on this task has ended. You can hold a place again {0} minutes after it ended, or submit your work without a hold.':
    'এই কাজে আপনার জায়গা ধরে রাখার সময় শেষ। শেষ হওয়ার {0} মিনিট পরে আবার জায়গা ধরে রাখতে পারবেন, অথবা জায়গা না ধরেই কাজ জমা দিতে পারেন।',
  'This submission has already been reviewed. Reload to see the decision.':
    'এই জমা দেওয়া কাজটি যাচাই হয়ে গেছে। সিদ্ধান্ত দেখতে আবার লোড করুন।',
  'You requested a revision of this submission. Approve it now, or wait for the revision before you reject it.':
    'আপনি এই কাজের সংশোধন চেয়েছেন। এখনই অনুমোদন করুন, অথবা প্রত্যাখ্যানের আগে সংশোধিত কাজের অপেক্ষা করুন।',
  'You already requested a revision of this submission. Please approve or reject it.':
    'আপনি আগেই এই কাজের সংশোধন চেয়েছেন। এখন অনুমোদন বা প্রত্যাখ্যান করুন।',
  'No revision is expected for this submission. Reload to see its status.':
    'এই কাজের কোনো সংশোধন চাওয়া নেই। অবস্থা দেখতে আবার লোড করুন।',
  'You can only appeal a submission that a buyer rejected. Reload to see its status.':
    'শুধু কাজদাতার প্রত্যাখ্যান করা কাজের জন্য আপিল করা যায়। অবস্থা দেখতে আবার লোড করুন।',
  'This rejection can no longer be appealed. Appeals close after {0} days.':
    'এই প্রত্যাখ্যানের বিরুদ্ধে আর আপিল করা যাবে না। আপিলের সময় {0} দিন।',
  'You already appealed this rejection. You’ll find the appeal with your submission.':
    'আপনি আগেই এই প্রত্যাখ্যানের বিরুদ্ধে আপিল করেছেন। জমা দেওয়া কাজের সঙ্গে আপিলটি পাবেন।',
  'You submitted this task again, so this rejection can no longer be appealed.':
    'আপনি কাজটি আবার জমা দিয়েছেন, তাই এই প্রত্যাখ্যানের বিরুদ্ধে আর আপিল করা যাবে না।',
  'Only a submission that was rejected can be approved after all. Reload to see its status.':
    'শুধু প্রত্যাখ্যান করা কাজই পরে অনুমোদন করা যায়। অবস্থা দেখতে আবার লোড করুন।',
  'This rejection is final: its {0} days are over, an admin has decided the appeal, or the worker has submitted again.':
    'এই প্রত্যাখ্যান চূড়ান্ত: এর {0} দিন শেষ হয়েছে, অথবা অ্যাডমিন আপিলের সিদ্ধান্ত দিয়েছেন, অথবা কর্মী আবার কাজ জমা দিয়েছেন।',
  'The buyer is just approving this submission. Please try again in a moment.':
    'কাজদাতা এখনই এই কাজ অনুমোদন করছেন। একটু পরে আবার চেষ্টা করুন।',
  'You were the buyer or the worker in this case. Please ask another admin to decide.':
    'আপনি এখানে কাজদাতা বা কর্মী ছিলেন। অন্য কোনো অ্যাডমিনকে সিদ্ধান্ত নিতে বলুন।',
  'This appeal has already been decided. Reload to see the decision.':
    'এই আপিলের সিদ্ধান্ত হয়ে গেছে। সিদ্ধান্ত দেখতে আবার লোড করুন।',
  'This task has been closed. Please choose another one.': 'কাজটি বন্ধ হয়ে গেছে। অন্য একটি বেছে নিন।',
  'This task doesn’t exist. Please choose another one.': 'এই কাজটি নেই। অন্য একটি বেছে নিন।',
  'Your appeal for this task is still open. You can submit again if it’s dismissed.':
    'এই কাজ নিয়ে আপনার আপিলের সিদ্ধান্ত এখনো হয়নি। আপিল নাকচ হলে আবার জমা দিতে পারবেন।',
  'You already submitted this task. You’ll find it under My Submissions.':
    'আপনি আগেই এই কাজ জমা দিয়েছেন। “আমার জমা দেওয়া কাজ” পাতায় এটি পাবেন।',
  'Piecework is checking this task. Please choose another one, or come back later.':
    'Piecework এই কাজটি যাচাই করছে। অন্য একটি কাজ বেছে নিন, অথবা পরে আবার আসুন।',
  'This task is paused. Please choose another one, or come back later.':
    'কাজটি এখন থামানো আছে। অন্য একটি বেছে নিন, অথবা পরে আসুন।',
  'This task has rows, so you can’t add places to it. Add rows instead.':
    'এই কাজে সারি আছে, তাই এতে জায়গা যোগ করা যায় না। এর বদলে সারি যোগ করুন।',
  'You already block {0} people. Please remove one of them from your list first.':
    'আপনি ইতিমধ্যে {0} জনকে লুকিয়েছেন বা বাধা দিয়েছেন। আগে আপনার তালিকা থেকে একজনকে সরান।',
  'You already have {0} drafts. Please publish or delete one of them.':
    'আপনার ইতিমধ্যে {0}টি খসড়া আছে। একটি প্রকাশ করুন বা মুছে ফেলুন।',
  'This batch has no pilot at the moment, so its texts stay as they are.':
    'এই ব্যাচে এখন কোনো পরীক্ষামূলক ধাপ নেই, তাই এর লেখাগুলো আগের মতোই থাকবে।',
  'The texts of this batch have been corrected {0} times already. Offer all pages, or close the batch and publish it again.':
    'এই ব্যাচের লেখা ইতিমধ্যে {0} বার সংশোধন করা হয়েছে। সব পাতা খুলে দিন, অথবা ব্যাচটি বন্ধ করে আবার প্রকাশ করুন।',
  'This batch has been published, so its draft can’t be changed. You’ll find it under My Tasks.':
    'এই ব্যাচ প্রকাশিত হয়েছে, তাই এর খসড়া আর বদলানো যায় না। এটি আপনার কাজের তালিকায় আছে।',
  'You hold {0} pages of this task. Submit one first.': 'এই কাজের {0}টি পৃষ্ঠা আপনার জন্য ধরে রাখা আছে। আগে একটি জমা দিন।',
  'Workers without approved work already hold as many pages here as they can. Please try again in a few minutes.':
    'যাঁদের কোনো কাজ এখনো অনুমোদিত হয়নি, তাঁরা এখানে যত পৃষ্ঠা ধরে রাখা যায় ততগুলোই ধরে রেখেছেন। কয়েক মিনিট পরে আবার চেষ্টা করুন।',
  'The buyer is looking at the first answers. More pages may follow.': 'কাজদাতা প্রথম উত্তরগুলো দেখছেন। পরে আরও পাতা আসতে পারে।',
  'There’s no page left for you in this task right now. One may open again: come back later, or choose another task.':
    'এই মুহূর্তে এই কাজে আপনার জন্য কোনো পৃষ্ঠা বাকি নেই। পরে আবার আসুন, অথবা অন্য কাজ বেছে নিন।',
  'One worker can do at most {0} of the pages of this task, and you’ve done yours. Thank you!':
    'এই কাজে একজন কর্মী সর্বোচ্চ {0}টি পৃষ্ঠা করতে পারেন, আর আপনি আপনারগুলো করেছেন। ধন্যবাদ!',
  'Thank you for your work here. Of {0} hidden checks among your rows, {1} were right, and this task needs {2}%. So it has no more pages for you. Your answers stay in review, and you’re paid for each one that’s approved.':
    'এখানে কাজ করার জন্য ধন্যবাদ। আপনার সারিগুলোর মধ্যে {0}টি লুকানো যাচাই ছিল, তার {1}টি সঠিক হয়েছে, আর এই কাজে {2}% সঠিক হতে হয়। তাই এই কাজে আপনার জন্য আর কোনো পৃষ্ঠা নেই। আপনার উত্তরগুলোর যাচাই চলবে, আর যেগুলো অনুমোদিত হবে সেগুলোর প্রতিটির জন্য আপনি কয়েন পাবেন।',
  'You don’t hold this page. Open the task’s page to get one.': 'এই পৃষ্ঠা আপনার জন্য ধরে রাখা নেই। কাজের পাতা খুলে একটি পৃষ্ঠা নিন।',
  'Your hold on this page ended, and other workers have taken it since. Open the task’s page to get another one.':
    'এই পৃষ্ঠা ধরে রাখার সময় শেষ হয়েছে, আর অন্য কর্মীরা এটি নিয়েছেন। কাজের পাতা খুলে আরেকটি পৃষ্ঠা নিন।',
  'Your hold on this page ended, and it has all the answers that it needs. Open the task’s page to get another one.':
    'এই পৃষ্ঠা ধরে রাখার সময় শেষ হয়েছে, আর এর সব প্রয়োজনীয় উত্তর পাওয়া গেছে। কাজের পাতা খুলে আরেকটি পৃষ্ঠা নিন।',
  'All places in this task are taken. Please choose another one.': 'এই কাজের সব জায়গা পূরণ হয়ে গেছে। অন্য একটি বেছে নিন।',
  'This task has a form: open the task’s page and answer it there. Programs read it at GET /tasks/{id}/form.':
    'এই কাজের একটি ফর্ম আছে: কাজের পাতা খুলে সেখানে উত্তর দিন। প্রোগ্রামের জন্য ফর্মটি আছে এখানে: GET /tasks/{id}/form',
  'This task needs a {0}% approval rate. Yours is {1}%.': 'এই কাজের জন্য অনুমোদনের হার {0}% হতে হবে। আপনার হার {1}%।',

  // Coins
  'This worker is no longer on Piecework as a worker, so your coins can’t reach them.':
    'এই ব্যক্তি এখন আর Piecework-এর কর্মী নন, তাই আপনার কয়েন তাঁর কাছে পৌঁছাবে না।',
  'This submission already has {0} bonuses, which is as many as it can have.':
    'এই কাজে আগেই {0}টি বোনাস দেওয়া হয়েছে, এর বেশি দেওয়া যায় না।',
  'You requested this adjustment, so another admin has to approve it.':
    'এই সমন্বয় আপনিই চেয়েছেন, তাই অন্য কোনো অ্যাডমিনকে এটি অনুমোদন করতে হবে।',
  'This task has already been approved. Reload to see it.': 'এই কাজটি আগেই অনুমোদিত হয়েছে। দেখতে পাতাটি আবার লোড করুন।',
  'The buyer has changed this task since you read it. Please read it again.':
    'আপনি পড়ার পর কাজদাতা কাজটি বদলেছেন। আবার পড়ে দেখুন।',
  'This adjustment has already been decided. Reload to see the decision.':
    'এই সমন্বয়ের সিদ্ধান্ত হয়ে গেছে। সিদ্ধান্ত দেখতে আবার লোড করুন।',
  'The coins of closed accounts and of admins can’t be adjusted.': 'বন্ধ অ্যাকাউন্ট আর অ্যাডমিনদের কয়েন সমন্বয় করা যায় না।',
  'This account doesn’t have that many coins.': 'এই অ্যাকাউন্টে এত কয়েন নেই।',
  'This withdrawal has already been decided. Reload to see the decision.':
    'এই উত্তোলনের সিদ্ধান্ত হয়ে গেছে। সিদ্ধান্ত দেখতে আবার লোড করুন।',
  'This withdrawal is on hold. Release it first, or cancel it.':
    'এই উত্তোলন স্থগিত আছে। আগে স্থগিতাদেশ তুলে নিন, অথবা উত্তোলনটি বাতিল করুন।',
  'This person’s role is still being changed. Please try again in a moment.':
    'এই ব্যক্তির ভূমিকা এখনো বদলানো হচ্ছে। একটু পরে আবার চেষ্টা করুন।',
  'Please confirm your email address before your first withdrawal. We can send you the link again.':
    'প্রথমবার টাকা তোলার আগে আপনার ইমেইল ঠিকানা নিশ্চিত করুন। আমরা লিংকটি আবার পাঠাতে পারি।',
  'You already have as many pending withdrawals as a worker can have. Please try again when one of them has been decided.':
    'একসঙ্গে যতগুলো উত্তোলন অপেক্ষমাণ থাকতে পারে, আপনার ততগুলোই আছে। একটির সিদ্ধান্ত হলে আবার চেষ্টা করুন।',
  'You’ve taken back many requests today. Please try again tomorrow.':
    'আজ আপনি অনেকগুলো অনুরোধ ফিরিয়ে নিয়েছেন। আগামীকাল আবার চেষ্টা করুন।',
  'You’ve already requested {0} coins, and your balance doesn’t cover another request. Please wait for the decision, or earn more coins first':
    'আপনি ইতিমধ্যে {0} কয়েন তোলার অনুরোধ করেছেন, আর আপনার ব্যালেন্সে আরেকটি অনুরোধ কুলাবে না। সিদ্ধান্ত পর্যন্ত অপেক্ষা করুন, অথবা আগে আরও কয়েন আয় করুন',
  'You’ve already requested {0} coins. Your balance covers at most {1} more':
    'আপনি ইতিমধ্যে {0} কয়েন তোলার অনুরোধ করেছেন। আপনার ব্যালেন্সে আর সর্বোচ্চ {1} কয়েন কুলাবে',
  'This withdrawal hasn’t been approved, so there’s nothing to pay.': 'এই উত্তোলন অনুমোদিত হয়নি, তাই টাকা পাঠানোর কিছু নেই।',
  'This withdrawal now has another account number. Reload to see it, and check which one you paid.':
    'এই উত্তোলনের অ্যাকাউন্ট নম্বর এখন অন্য। পাতাটি আবার লোড করে দেখুন, কোন নম্বরে টাকা পাঠিয়েছেন।',
  'The account number was changed a short time ago, so this payout has to wait. To pay now, give a reason.':
    'অ্যাকাউন্ট নম্বরটি অল্প আগে বদলানো হয়েছে, তাই এই পরিশোধ অপেক্ষায় থাকবে। এখনই দিতে হলে কারণ লিখুন।',
  'You’ve changed this account number as often as one day allows. Please try again tomorrow.':
    'এক দিনে এই অ্যাকাউন্ট নম্বর যতবার বদলানো যায়, আপনি ততবার বদলেছেন। আগামীকাল আবার চেষ্টা করুন।',
  'This payout has changed in the meantime. Reload to see its status.':
    'এর মধ্যে এই টাকা পাঠানোর অবস্থা বদলে গেছে। অবস্থা দেখতে আবার লোড করুন।',
  'We can’t read an account number for this withdrawal. Please ask the worker for it.':
    'এই উত্তোলনের অ্যাকাউন্ট নম্বর আমরা পড়তে পারছি না। কর্মীর কাছ থেকে জেনে নিন।',
  'Your card was declined. Please try another one.': 'আপনার কার্ড গ্রহণ করা হয়নি। অন্য কার্ড দিয়ে চেষ্টা করুন।',
  'We can’t reach the card processor right now. Please try again in a moment.':
    'এই মুহূর্তে কার্ড প্রসেসরের সঙ্গে সংযোগ করা যাচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'The event must be signed by Stripe, within the last five minutes.':
    'ইভেন্টে গত পাঁচ মিনিটের মধ্যে দেওয়া Stripe-এর স্বাক্ষর থাকতে হবে।',
  'We found no new payment for this amount. Please pay by card first.':
    'এই পরিমাণের নতুন কোনো পেমেন্ট পাওয়া যায়নি। আগে কার্ডে পেমেন্ট করুন।',
  'The payer is no longer a buyer, so these coins can’t be credited. Refund the payment instead.':
    'যিনি পেমেন্ট করেছেন তিনি আর কাজদাতা নন, তাই এই কয়েন যোগ করা যাবে না। পেমেন্ট ফেরত দিন।',
  'This payment has been refunded or disputed, so its coins can’t be credited.':
    'এই পেমেন্ট ফেরত গেছে বা এ নিয়ে আপত্তি উঠেছে, তাই এর কয়েন যোগ করা যাবে না।',
  'User has insufficient coins': 'ব্যবহারকারীর যথেষ্ট কয়েন নেই',
  'Send an account number or a withdrawal that has one, but not both':
    'অ্যাকাউন্ট নম্বর দিন, অথবা নম্বর আছে এমন একটি উত্তোলন দিন, কিন্তু দুটো নয়',
  'We have no saved account number for this payment system. Please enter it.':
    'টাকা পাওয়ার এই মাধ্যমের কোনো অ্যাকাউন্ট নম্বর রাখা নেই। নম্বরটি লিখুন।',

  // Pictures
  'JPEG, PNG, WebP, GIF or AVIF': 'JPEG, PNG, WebP, GIF বা AVIF',
  'The upload was incomplete. Please send the picture again.': 'আপলোড অসম্পূর্ণ ছিল। ছবিটি আবার পাঠান।',
  'The picture server isn’t responding. Nothing you typed is lost. Please try again in a moment.':
    'ছবির সার্ভার সাড়া দিচ্ছে না। যা লিখেছেন তার কিছুই হারায়নি। একটু পরে আবার চেষ্টা করুন।',
  'We couldn’t find this picture.': 'এই ছবিটি খুঁজে পাওয়া যায়নি।',
  'Choose a picture and send it in the field image': 'একটি ছবি বেছে নিন',
  'Send one picture at a time': 'একবারে একটি ছবি পাঠান',
  'This file is empty. Choose another picture': 'ফাইলটি খালি। অন্য ছবি বেছে নিন',
  'The picture must be a JPEG, PNG, WebP, GIF or AVIF file': 'ছবিটি JPEG, PNG, WebP, GIF বা AVIF ফাইল হতে হবে',
  'This picture can’t be read. The file is damaged or has the wrong type. Choose another one':
    'ছবিটি পড়া যাচ্ছে না: ফাইলটি নষ্ট, অথবা এর ধরন ঠিক নয়। অন্য একটি বেছে নিন',
  'The picture must have at most {0} megapixels': 'ছবিটি সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'A progressive JPEG must have at most {0} megapixels': 'প্রগ্রেসিভ JPEG সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An interlaced PNG must have at most {0} megapixels': 'ইন্টারলেসড PNG সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An interlaced PNG of {0} bits must have at most {1} megapixels':
    '{0} বিটের ইন্টারলেসড PNG সর্বোচ্চ {1} মেগাপিক্সেল হতে পারে',
  'A WebP must have at most {0} megapixels': 'WebP সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'A GIF must have at most {0} megapixels': 'GIF সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An AVIF must have at most {0} megapixels': 'AVIF সর্বোচ্চ {0} মেগাপিক্সেল হতে পারে',
  'An AVIF of {0} or {1} bits must have at most {2} megapixels': '{0} বা {1} বিটের AVIF সর্বোচ্চ {2} মেগাপিক্সেল হতে পারে',
  'This kind of picture must be at most {0} pixels wide': 'এ ধরনের ছবি সর্বোচ্চ {0} পিক্সেল চওড়া হতে পারে',
  'This picture takes too much memory or time to open. Make it smaller, or save it as a JPEG, and choose it again':
    'ছবিটি খুলতে অনেক বেশি মেমোরি বা সময় লাগে। ছোট করে, অথবা JPEG হিসেবে সংরক্ষণ করে আবার বেছে নিন',
  'The picture must be at most {0} MB.': 'ছবিটি সর্বোচ্চ {0} MB হতে পারে।',
  'Too many pictures are uploading at the same time. Wait a moment and send this one again.':
    'একসঙ্গে অনেক ছবি আপলোড হচ্ছে। একটু অপেক্ষা করে এটি আবার পাঠান।',
  'Many people are uploading pictures right now. Wait a moment and send this one again.':
    'এই মুহূর্তে অনেকে ছবি আপলোড করছেন। একটু অপেক্ষা করে এটি আবার পাঠান।',
  'There’s no room for more new pictures today. Nothing you typed is lost. Please send this picture again in a minute.':
    'আজ আর নতুন ছবি রাখার জায়গা নেই। যা লিখেছেন তার কিছুই হারায়নি। এক মিনিট পরে ছবিটি আবার পাঠান।',
  'There’s no room for more new pictures today. Nothing you typed is lost. Please send this picture again in {0} minutes.':
    'আজ আর নতুন ছবি রাখার জায়গা নেই। যা লিখেছেন তার কিছুই হারায়নি। {0} মিনিট পরে ছবিটি আবার পাঠান।',
  'There’s no room for more new pictures today. Nothing you typed is lost. Please send this picture again in {0} hours.':
    'আজ আর নতুন ছবি রাখার জায়গা নেই। যা লিখেছেন তার কিছুই হারায়নি। {0} ঘণ্টা পরে ছবিটি আবার পাঠান।',
  'One of these pictures isn’t yours or is no longer available. Remove it, or add it again.':
    'এর মধ্যে একটি ছবি আপনার নয়, অথবা আর পাওয়া যাচ্ছে না। সেটি সরান, অথবা আবার যোগ করুন।',

  // Gateway
  'Please choose a role to continue.': 'এগিয়ে যেতে একটি ভূমিকা বেছে নিন।',
  'API keys can’t be used for this. Please sign in and use an access token.':
    'API কী দিয়ে এই কাজ করা যায় না। লগ ইন করে অ্যাক্সেস টোকেন ব্যবহার করুন।',

  // Validation
  'Name is required': 'নাম দিন',
  'Name must be text': 'নাম লেখা হিসেবে দিন',
  'Name must be at most {0} characters': 'নাম সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Name must contain a visible character': 'নামে অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Profile URL is required': 'প্রোফাইল ছবি দিন',
  'Profile URL must be text': 'প্রোফাইল ছবির ঠিকানা লেখা হিসেবে দিন',
  'Profile URL must be at most {0} characters': 'প্রোফাইল ছবির ঠিকানা সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Profile URL must contain a visible character': 'প্রোফাইল ছবির ঠিকানায় অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Profile URL must be an https address or an uploaded picture': 'প্রোফাইল ছবি একটি https ঠিকানা বা আপলোড করা ছবি হতে হবে',
  'Email is required': 'ইমেইল দিন',
  'Email must be at most {0} characters': 'ইমেইল সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Email must look like name@example.com': 'ইমেইল এমন হতে হবে: name@example.com',
  'Password is required': 'পাসওয়ার্ড দিন',
  'Password must be at most {0} characters': 'পাসওয়ার্ড সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Password must contain at least one uppercase letter, one lowercase letter, one number, one special character, and be at least {0} characters long':
    'পাসওয়ার্ডে অন্তত একটি ইংরেজি বড় হাতের অক্ষর, একটি ছোট হাতের অক্ষর, একটি ইংরেজি অঙ্ক ও একটি বিশেষ চিহ্ন থাকতে হবে, আর অন্তত {0} অক্ষরের হতে হবে',
  'Role must be worker or buyer': 'ভূমিকা কর্মী বা কাজদাতা হতে হবে',
  'Submission Details URL is required': 'জমা দেওয়া কাজের বিবরণ দিন',
  'Submission Details must be text': 'জমা দেওয়া কাজের বিবরণ লেখা হিসেবে দিন',
  'Submission Details must be at most {0} characters': 'জমা দেওয়া কাজের বিবরণ সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Submission Details must contain a visible character': 'জমা দেওয়া কাজের বিবরণে অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Attachments must be a list of addresses': 'সংযুক্ত ছবি হিসেবে ঠিকানার তালিকা দিন',
  'Add at most {0} pictures': 'সর্বোচ্চ {0}টি ছবি যোগ করুন',
  'Attachments must be addresses of uploaded pictures': 'শুধু আপলোড করা ছবি সংযুক্ত করা যায়',
  'Answers must be a list': 'উত্তরগুলো তালিকা হিসেবে দিন',
  'Send at least one answer': 'অন্তত একটি উত্তর পাঠান',
  'Send at most {0} answers': 'সর্বোচ্চ {0}টি উত্তর পাঠান',
  'Send one answer': 'একটি উত্তর পাঠান',
  'Send {0} answers: one for each row': '{0}টি উত্তর পাঠান: প্রতিটি সারির জন্য একটি',
  'Page is required': 'পৃষ্ঠার নম্বর দিন',
  'Page must be a whole number': 'পৃষ্ঠার নম্বর পূর্ণ সংখ্যা হতে হবে',
  'Page must be at least {0}': 'পৃষ্ঠার নম্বর অন্তত {0} হতে হবে',
  'Page must be at most {0}': 'পৃষ্ঠার নম্বর সর্বোচ্চ {0} হতে পারে',
  'Each answer must be an object': 'প্রতিটি উত্তর একটি অবজেক্ট হতে হবে',
  'The form has no such field': 'ফর্মে এমন কোনো ঘর নেই',
  'This answer is required': 'এই উত্তরটি দিন',
  'This answer must be text': 'উত্তরটি লেখা হিসেবে দিন',
  'This answer must be a list of texts': 'উত্তরটি লেখার তালিকা হিসেবে দিন',
  'This answer must be at most {0} characters': 'উত্তরটি সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'This answer must contain a visible character': 'উত্তরে অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'This answer must look like name@example.com': 'উত্তরটি এমন হতে হবে: name@example.com',
  'This answer can only have digits': 'উত্তরে শুধু অঙ্ক থাকতে পারে',
  'This answer must be an address that begins with https://': 'উত্তরটি এমন একটি ঠিকানা হতে হবে যার শুরুতে https:// আছে',
  'This answer must be a number': 'উত্তরটি একটি সংখ্যা হতে হবে',
  'This answer must be a number like 41.50': 'উত্তরটি এমন একটি সংখ্যা হতে হবে: ৪১.৫০',
  'This answer must be a whole number': 'উত্তরটি পূর্ণ সংখ্যা হতে হবে',
  'This answer can have at most {0} digits behind the point': 'উত্তরে দশমিকের পরে সর্বোচ্চ {0}টি অঙ্ক থাকতে পারে',
  'This answer must have at most {0} digits, and {1} behind the point':
    'উত্তরে সর্বোচ্চ {0}টি অঙ্ক, আর দশমিকের পরে সর্বোচ্চ {1}টি থাকতে পারে',
  'This answer must be at least {0}': 'উত্তরটি অন্তত {0} হতে হবে',
  'This answer must be at most {0}': 'উত্তরটি সর্বোচ্চ {0} হতে পারে',
  'Version is required': 'সংস্করণ দিন',
  'Version must be a date like 2026-12-31': 'সংস্করণটি এমন একটি তারিখ হতে হবে: ২০২৬-১২-৩১',
  'This answer must be a date like 2026-12-31': 'উত্তরটি এমন একটি তারিখ হতে হবে: ২০২৬-১২-৩১',
  'This answer must be {0} or later': 'তারিখটি {0} বা তার পরের হতে হবে',
  'This answer must be {0} or earlier': 'তারিখটি {0} বা তার আগের হতে হবে',
  'Choose one of the options': 'দেওয়া উত্তরগুলো থেকে একটি বেছে নিন',
  'Choose at least {0}': 'অন্তত {0}টি বেছে নিন',
  'Choose at most {0}': 'সর্বোচ্চ {0}টি বেছে নিন',
  'Add one picture only': 'শুধু একটি ছবি যোগ করুন',
  'Send the addresses of the pictures as attachments, too': 'ছবিগুলোর ঠিকানা attachments ঘরেও দিন',
  'This answer must be a list of boxes': 'উত্তরটি বাক্সের তালিকা হতে হবে',
  'Draw one box only': 'শুধু একটি বাক্স আঁকুন',
  'Draw at most {0} boxes': 'সর্বোচ্চ {0}টি বাক্স আঁকুন',
  'Box {0} must have a label, a place and a size': '{0} নম্বর বাক্সের লেবেল, অবস্থান ও মাপ থাকতে হবে',
  'Choose a label for box {0}': '{0} নম্বর বাক্সের জন্য একটি লেবেল বেছে নিন',
  'Box {0} must be inside the picture': '{0} নম্বর বাক্সটি ছবির ভেতরে থাকতে হবে',
  'Box {0} is too small': '{0} নম্বর বাক্সটি খুব ছোট',
  'Answer at least one question': 'অন্তত একটি প্রশ্নের উত্তর দিন',
  'Appeal is required': 'আপিল লিখুন',
  'Appeal must be text': 'আপিল লেখা হিসেবে দিন',
  'Appeal must be at least {0} characters': 'আপিল অন্তত {0} অক্ষরের হতে হবে',
  'Appeal must be at most {0} characters': 'আপিল সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Appeal must contain a visible character': 'আপিলে অন্তত একটি দৃশ্যমান অক্ষর থাকতে হবে',
  'Coin is required': 'কয়েনের পরিমাণ দিন',
  'Coin must be a whole number': 'কয়েন পূর্ণ সংখ্যা হতে হবে',
  'Coin must be at least {0}': 'কয়েন অন্তত {0} হতে হবে',
  'Coin must be at most {0}': 'কয়েন সর্বোচ্চ {0} হতে পারে',
  'Payment System is required': 'টাকা পাওয়ার মাধ্যম বেছে নিন',
  'Payment System must be one of bkash, rocket, nagad, other': 'টাকা পাওয়ার মাধ্যম বিকাশ, রকেট, নগদ বা অন্য কিছু হতে হবে',
  'Account Number is required': 'অ্যাকাউন্ট নম্বর দিন',
  'Account Number must be text': 'অ্যাকাউন্ট নম্বর লেখা হিসেবে দিন',
  'Account Number must be at least {0} characters': 'অ্যাকাউন্ট নম্বর অন্তত {0} অক্ষরের হতে হবে',
  'Account Number must be at most {0} characters': 'অ্যাকাউন্ট নম্বর সর্বোচ্চ {0} অক্ষরের হতে পারে',
  'Account Number can only have letters, digits, spaces, dashes and + @ . _, with at least four besides spaces and dashes':
    'অ্যাকাউন্ট নম্বরে ইংরেজি অক্ষর ও অঙ্ক, ফাঁকা জায়গা, ড্যাশ আর + @ . _ থাকতে পারে; ফাঁকা জায়গা ও ড্যাশ ছাড়া অন্তত চারটি লাগবে',
  'Account Number for this payment system can only have digits, spaces and dashes, with at least four digits':
    'টাকা পাওয়ার এই মাধ্যমের অ্যাকাউন্ট নম্বরে শুধু অঙ্ক, ফাঁকা জায়গা ও ড্যাশ থাকতে পারে; অন্তত চারটি অঙ্ক লাগবে',
  'Link is required': 'লিংক দিন',
  'Link must be at most {0} characters': 'লিংক সর্বোচ্চ {0} অক্ষরের হতে পারে',

  // Reasons
  'Something is missing.': 'কিছু একটা বাদ পড়েছে।',
  'It’s not correct.': 'কাজটি সঠিক হয়নি।',
  'It doesn’t do what the task asks for.': 'কাজের নির্দেশনা মানা হয়নি।',
  'The quality is too low.': 'কাজের মান খুব কম।',
  'It’s copied from elsewhere.': 'অন্য জায়গা থেকে কপি করা হয়েছে।',
  'The proof is missing.': 'প্রমাণ দেওয়া হয়নি।',
  'The revision wasn’t submitted in time.': 'সংশোধিত কাজ সময়মতো জমা হয়নি।',
  'No reason was given.': 'কোনো কারণ জানানো হয়নি।',
  'We’re checking coins that weren’t earned through work.': 'যে কয়েন কাজ করে আয় করা নয়, আমরা তা যাচাই করছি।',
  'We’re checking your submissions, because most of the coins come from one buyer.':
    'বেশির ভাগ কয়েন একজন কাজদাতার কাছ থেকে এসেছে, তাই আমরা জমা দেওয়া কাজগুলো যাচাই করছি।',
  'We’re checking the account number.': 'আমরা অ্যাকাউন্ট নম্বরটি যাচাই করছি।',
  'We check the first withdrawals of every new account.': 'প্রতিটি নতুন অ্যাকাউন্টের প্রথম দিকের উত্তোলন আমরা যাচাই করি।',
  'We’re checking this request before we decide.': 'সিদ্ধান্ত দেওয়ার আগে আমরা এই অনুরোধটি যাচাই করছি।',

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
  '{count} new submissions for {tasks} tasks of an import': 'একটি ফাইলের {tasks}টি কাজে {count}টি নতুন কাজ জমা পড়েছে',
  '{count} new submissions for {title}': '{title}: {count}টি নতুন কাজ জমা পড়েছে',
  'Your submission for {title} was approved': '{title}: আপনার কাজ অনুমোদিত হয়েছে',
  'You earned {coins}.': 'আপনি {coins} পেয়েছেন।',
  'The buyer didn’t decide in time, so you’re paid automatically.':
    'কাজদাতা সময়মতো সিদ্ধান্ত দেননি, তাই কয়েন আপনাআপনি যোগ হয়েছে।',
  'Other workers gave the same answers, so you’re paid automatically.':
    'অন্য কর্মীরা একই উত্তর দিয়েছেন, তাই কয়েন আপনাআপনি যোগ হয়েছে।',
  'The buyer has left, so you’re paid automatically.': 'কাজদাতা আর নেই, তাই কয়েন আপনাআপনি যোগ হয়েছে।',
  'Your submission for {title} was rejected': '{title}: আপনার কাজ প্রত্যাখ্যাত হয়েছে',
  'The buyer explained why.': 'কাজদাতা কারণ জানিয়েছেন।',
  'Revision requested for {title}': '{title}: সংশোধন চাওয়া হয়েছে',
  'Submit your revision in time, or your submission is rejected.': 'সময়মতো সংশোধিত কাজ জমা দিন, নইলে কাজটি প্রত্যাখ্যাত হবে।',
  'Revised submission for {title}': '{title}: সংশোধিত কাজ জমা পড়েছে',
  '{count} new appeals': '{count}টি নতুন আপিল',
  'Your account was suspended': 'আপনার অ্যাকাউন্ট স্থগিত করা হয়েছে',
  'Your dashboard says what still works, and how to appeal.': 'এখনো কী করা যায় আর কীভাবে আপিল করবেন, তা ড্যাশবোর্ডে আছে।',
  'Your account is no longer suspended': 'আপনার অ্যাকাউন্ট আর স্থগিত নয়',
  'Its end date has passed.': 'এর শেষ তারিখ পেরিয়ে গেছে।',
  'An admin decided your appeal.': 'একজন অ্যাডমিন আপনার আপিলের সিদ্ধান্ত দিয়েছেন।',
  'Everything works again.': 'সব আবার আগের মতো চলছে।',
  'Your account stays suspended': 'আপনার অ্যাকাউন্ট স্থগিতই থাকছে',
  'Another admin decided your appeal. Your dashboard has the answer.':
    'অন্য একজন অ্যাডমিন আপনার আপিলের সিদ্ধান্ত দিয়েছেন। উত্তর ড্যাশবোর্ডে আছে।',
  '{count} new appeals against suspensions': 'স্থগিতের বিরুদ্ধে {count}টি নতুন আপিল',
  'Another admin than the one who suspended the account decides.':
    'যিনি অ্যাকাউন্ট স্থগিত করেছেন তিনি নন, অন্য একজন অ্যাডমিন সিদ্ধান্ত নেবেন।',
  'An admin needs to decide.': 'একজন অ্যাডমিনের সিদ্ধান্ত দরকার।',
  'A worker appealed your rejection for {title}': '{title}: আপনার প্রত্যাখ্যানের বিরুদ্ধে একজন কর্মী আপিল করেছেন',
  'An admin will decide. No coins leave your balance.':
    'একজন অ্যাডমিন সিদ্ধান্ত দেবেন। আপনার ব্যালেন্স থেকে কোনো কয়েন কাটা হবে না।',
  'The buyer approved your submission for {title} after all': '{title}: কাজদাতা শেষ পর্যন্ত আপনার কাজ অনুমোদন করেছেন',
  'This thread has ended: it closes {0} days after the last decision.':
    'এই আলোচনা শেষ হয়েছে: শেষ সিদ্ধান্তের {0} দিন পরে এটি বন্ধ হয়।',
  'This thread is closed. You can still read it.': 'এই আলোচনা বন্ধ আছে। আপনি এখনো এটি পড়তে পারেন।',
  'You’ve written {0} messages without an answer. Please wait for one, or write again tomorrow.':
    'উত্তর না পেয়েই আপনি {0}টি বার্তা লিখেছেন। উত্তরের অপেক্ষা করুন, বা আগামীকাল আবার লিখুন।',
  '{count} new messages from the buyer of {title}': '{title}: কাজদাতার {count}টি নতুন বার্তা',
  '{count} new messages from a worker of {title}': '{title}: একজন কর্মীর {count}টি নতুন বার্তা',
  'Open it to read and answer.': 'পড়তে ও উত্তর দিতে এটি খুলুন।',
  'You got a bonus of {coins} for {title}': '{title}: আপনি {coins} বোনাস পেয়েছেন',
  'Open your submission to read the buyer’s note.': 'কাজদাতার লেখা পড়তে আপনার জমাটি খুলুন।',
  'Your appeal for {title} was upheld': '{title}: আপনার আপিল মঞ্জুর হয়েছে',
  'The appeal for {title} was upheld': '{title}: আপিল মঞ্জুর হয়েছে',
  'The worker was paid from an open place in the task.': 'কাজের একটি খালি জায়গার কয়েন কর্মীকে দেওয়া হয়েছে।',
  'Piecework paid the worker.': 'Piecework কর্মীকে কয়েন দিয়েছে।',
  'Your appeal for {title} was dismissed': '{title}: আপনার আপিল নাকচ হয়েছে',
  'The appeal for {title} was dismissed': '{title}: আপিল নাকচ হয়েছে',
  '{count} new withdrawal requests': '{count}টি নতুন উত্তোলনের অনুরোধ',
  'Your withdrawal of {coins} was approved': 'আপনার উত্তোলন অনুমোদিত হয়েছে: {coins}',
  'Payout comes next.': 'এরপর টাকা পাঠানো হবে।',
  'Your withdrawal of {coins} was canceled': 'আপনার উত্তোলন বাতিল হয়েছে: {coins}',
  'Your balance didn’t cover it.': 'আপনার ব্যালেন্সে যথেষ্ট কয়েন ছিল না।',
  'You’re no longer a worker.': 'আপনি আর কর্মী নন।',
  'You keep your coins.': 'কয়েন আপনার কাছেই থাকছে।',
  'Your withdrawal of {coins} is on hold': 'আপনার উত্তোলন স্থগিত আছে: {coins}',
  'Open it to see why. The hold ends within {days} days.': 'খুলে কারণ দেখুন। {days} দিনের মধ্যে স্থগিতাদেশ শেষ হবে।',
  'Your withdrawal of {coins} is no longer on hold': 'আপনার উত্তোলন আর স্থগিত নেই: {coins}',
  'It’s waiting for a decision again.': 'এটি আবার সিদ্ধান্তের অপেক্ষায় আছে।',
  'Your withdrawal of {coins} was paid out': 'আপনার উত্তোলন পরিশোধ করা হয়েছে: {coins}',
  'Your withdrawal of {coins} couldn’t be paid out': 'আপনার উত্তোলন পরিশোধ করা যায়নি: {coins}',
  'Please check the account number.': 'অ্যাকাউন্ট নম্বরটি দেখে নিন।',
  'The account number of your withdrawal of {coins} was changed': 'আপনার {coins} উত্তোলনের অ্যাকাউন্ট নম্বর বদলানো হয়েছে',
  'It’s now •••{mask}. If you didn’t do this, change it back and choose a new password.':
    'এখন এটি •••{mask}। আপনি এটি না করে থাকলে নম্বরটি আবার ঠিক করুন এবং নতুন পাসওয়ার্ড দিন।',
  'It was •••{before} and is now •••{mask}. If you didn’t do this, change it back and choose a new password.':
    'আগে ছিল •••{before}, এখন •••{mask}। আপনি এটি না করে থাকলে নম্বরটি আবার ঠিক করুন এবং নতুন পাসওয়ার্ড দিন।',
  'Piecework refunded {coins} to your balance': 'Piecework আপনার ব্যালেন্সে {coins} ফেরত দিয়েছে',
  'Piecework added {coins} to your balance': 'Piecework আপনার ব্যালেন্সে {coins} যোগ করেছে',
  'Piecework took {coins} from your balance': 'Piecework আপনার ব্যালেন্স থেকে {coins} কেটেছে',
  'Your coin statement says why.': 'কারণটি আপনার কয়েনের হিসাবে আছে।',
  'Your starting coins are here: {coins}': 'আপনার শুরুর কয়েন এসে গেছে: {coins}',
  'Added to your balance: {coins}': 'আপনার ব্যালেন্সে যোগ হয়েছে: {coins}',
  'One of your tasks was deleted': 'আপনার একটি কাজ মুছে ফেলা হয়েছে',
  'Your task {title} was deleted': 'আপনার কাজ মুছে ফেলা হয়েছে: {title}',
  'No coins have come back so far.': 'এখনো কোনো কয়েন ফেরত আসেনি।',
  '{coins} returned to your balance.': '{coins} আপনার ব্যালেন্সে ফেরত এসেছে।',
  'One of your tasks was closed': 'আপনার একটি কাজ বন্ধ হয়েছে',
  'You can report {0} things a day. Please try again tomorrow.': 'দিনে {0}টি অভিযোগ করা যায়। আগামীকাল আবার চেষ্টা করুন।',
  'New report': 'নতুন অভিযোগ',
  '{count} new reports': '{count}টি নতুন অভিযোগ',
  'We looked at your report': 'আপনার অভিযোগটি আমরা দেখেছি',
  'Thank you. We acted on it.': 'ধন্যবাদ। আমরা ব্যবস্থা নিয়েছি।',
  'We found nothing against the rules this time.': 'এবার নিয়মের বাইরে কিছু পাওয়া যায়নি।',
  'Piecework warns you about {title}': 'Piecework আপনাকে সতর্ক করছে: {title}',
  'Piecework warns you': 'Piecework আপনাকে সতর্ক করছে',
  'If it happens again, your account may be suspended.': 'আবার এমন হলে আপনার অ্যাকাউন্ট স্থগিত হতে পারে।',
  'People were misled, or had to pay a fee.': 'মানুষকে ভুল বোঝানো হয়েছে, বা ফি দিতে বলা হয়েছে।',
  'People had to give passwords, codes or card data.': 'মানুষের কাছে পাসওয়ার্ড, কোড বা কার্ডের তথ্য চাওয়া হয়েছে।',
  'It was about false reviews, ratings or followers.': 'এটি ভুয়া রিভিউ, রেটিং বা ফলোয়ার নিয়ে ছিল।',
  'It was illegal, or for adults only.': 'এটি বেআইনি ছিল, বা শুধু প্রাপ্তবয়স্কদের জন্য ছিল।',
  'People were insulted or threatened.': 'মানুষকে অপমান করা বা হুমকি দেওয়া হয়েছে।',
  'The pay didn’t match the work.': 'কাজের তুলনায় পারিশ্রমিক ঠিক ছিল না।',
  'It was against the rules of Piecework.': 'এটি Piecework-এর নিয়মের বাইরে ছিল।',
  'You are part of this case. Please ask another admin to decide it.':
    'এই ঘটনায় আপনি নিজেই জড়িত। অন্য কোনো অ্যাডমিনকে সিদ্ধান্ত নিতে বলুন।',
  'An admin paused your task {title}': 'একজন অ্যাডমিন আপনার কাজটি থামিয়েছেন: {title}',
  'Its page has the reason. Submissions and held places stay.':
    'কারণটি কাজের পাতায় আছে। জমা আর ধরে রাখা জায়গা যেমন আছে তেমনই থাকবে।',
  'An admin resumed your task {title}': 'একজন অ্যাডমিন আপনার কাজটি আবার চালু করেছেন: {title}',
  'Your task {title} was closed': 'আপনার কাজ বন্ধ হয়েছে: {title}',
  'Its completion date has passed.': 'এর শেষ তারিখ পার হয়ে গেছে।',
  '{tasks} tasks of an import were closed': 'একটি ফাইলের {tasks}টি কাজ বন্ধ হয়েছে',
  'An admin didn’t approve it. Open it to read why.': 'একজন অ্যাডমিন এটি অনুমোদন করেননি। কারণ জানতে খুলে দেখুন।',
  '{tasks} tasks of an import are public now': 'একটি ফাইলের {tasks}টি কাজ এখন সবাই দেখতে পাচ্ছেন',
  'Your task {title} is public now': 'আপনার কাজ এখন সবাই দেখতে পাচ্ছেন: {title}',
  'One of your tasks is public now': 'আপনার একটি কাজ এখন সবাই দেখতে পাচ্ছেন',
  'An admin has approved it, so workers can start.': 'একজন অ্যাডমিন এটি অনুমোদন করেছেন, কর্মীরা শুরু করতে পারেন।',
  'Their completion date has passed.': 'এগুলোর শেষ তারিখ পার হয়ে গেছে।',
  'Nothing was added to your task': 'আপনার কাজে কিছু যোগ হয়নি',
  'You don’t have enough coins for it.': 'এর জন্য আপনার যথেষ্ট কয়েন নেই।',
  'The task closed first. The coins returned to your balance.':
    'কাজটি আগেই বন্ধ হয়ে গেছে। কয়েনগুলো আপনার ব্যালেন্সে ফেরত এসেছে।',
  'Your place in {title} is no longer held': '{title}: আপনার জায়গা আর রাখা নেই',
  'The buyer released it. You can still submit while the task has an open place.':
    'কাজদাতা জায়গাটি ছেড়ে দিয়েছেন। কাজে খালি জায়গা থাকলে এখনো জমা দিতে পারবেন।',
  'Its time is up.': 'জায়গা ধরে রাখার সময় শেষ।',
  'The buyer has left.': 'কাজদাতা আর নেই।',
  'Something changed in your account': 'আপনার অ্যাকাউন্টে একটি পরিবর্তন হয়েছে',
  'You’re closing your account': 'আপনি আপনার অ্যাকাউন্ট বন্ধ করছেন',
  'It closes after a day, as soon as nothing is due. If this wasn’t you, keep it and choose a new password.':
    'এক দিন পর, কিছু বাকি না থাকলেই, এটি বন্ধ হবে। আপনি এটি না করে থাকলে অ্যাকাউন্ট রেখে দিন ও নতুন পাসওয়ার্ড দিন।',
  'Your account is closed': 'আপনার অ্যাকাউন্ট বন্ধ হয়েছে',
  'Thank you for your time with Piecework. This address can’t be used for a new account.':
    'Piecework-এ সময় দেওয়ার জন্য ধন্যবাদ। এই ঠিকানা দিয়ে নতুন অ্যাকাউন্ট খোলা যাবে না।',
  'An admin can’t close their own account. Please ask another admin.':
    'অ্যাডমিন নিজের অ্যাকাউন্ট বন্ধ করতে পারেন না। অন্য একজন অ্যাডমিনকে বলুন।',
  'Type the email address of your account': 'আপনার অ্যাকাউন্টের ইমেইল ঠিকানা লিখুন',
} satisfies Readonly<Record<string, string>>;
