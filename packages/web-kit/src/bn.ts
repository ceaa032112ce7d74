import type { Catalogue } from '@piecework/i18n';

export default {
  'Any pay': 'যেকোনো পারিশ্রমিক',
  'Closing soon': 'শিগগিরই শেষ',
  Filters: 'ফিল্টার',
  'From {coins} coins': 'কমপক্ষে {coins} কয়েন',
  'Highest pay': 'বেশি পারিশ্রমিক আগে',
  'Latest due date': 'বেশি সময় বাকি আগে',
  'Minimum pay': 'সর্বনিম্ন পারিশ্রমিক',
  Newest: 'নতুনগুলো আগে',
  'No open tasks match': 'কোনো খোলা কাজ মেলেনি',
  'Photos, receipts, a buyer’s name …': 'ছবি, রসিদ, কাজদাতার নাম …',
  'Search tasks': 'কাজ খুঁজুন',
  'Show all tasks': 'সব কাজ দেখুন',
  'Sort by': 'সাজান',
  'Try a shorter word, or browse all tasks.': 'আরও ছোট শব্দ দিয়ে দেখুন, অথবা সব কাজ দেখুন।',
  'Try other filters, or browse all tasks.': 'অন্য ফিল্টার দিয়ে দেখুন, অথবা সব কাজ দেখুন।',
  'Part of Piecework isn’t responding. Please try again in a moment.':
    'Piecework-এর একটি অংশ সাড়া দিচ্ছে না। একটু পরে আবার চেষ্টা করুন।',
  'A picture is no longer available. Remove it and add it again.': 'একটি ছবি আর পাওয়া যাচ্ছে না। সেটি সরিয়ে আবার যোগ করুন।',
  'Added picture {number}': 'যোগ করা ছবি {number}',
  'Are you sure?': 'আপনি কি নিশ্চিত?',
  'You can add up to {count} pictures. The rest were left out.':
    'সর্বোচ্চ {count}টি ছবি যোগ করা যায়। বাকিগুলো বাদ দেওয়া হয়েছে।',
  Back: 'ফিরে যান',
  Cancel: 'বাতিল করুন',
  'Check your connection and try again. Nothing you typed elsewhere is lost.':
    'ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন। অন্য কোথাও যা লিখেছেন তা হারায়নি।',
  'Cancel upload': 'আপলোড বাতিল করুন',
  'Cancel upload of {file}': '{file} আপলোড বাতিল করুন',
  'Choose a {formats} picture.': '{formats} ধরনের একটি ছবি বেছে নিন।',
  'Choose or drop': 'বেছে নিন বা এখানে ছাড়ুন',
  'Discard draft': 'খসড়া বাদ দিন',
  Email: 'ইমেইল',
  Error: 'সমস্যা হয়েছে',
  'Gateway address not found': 'গেটওয়ের ঠিকানা পাওয়া যায়নি',
  'Google didn’t share your email address. Please try again.': 'Google আপনার ইমেইল ঠিকানা জানায়নি। আবার চেষ্টা করুন।',
  'Interrupted. Trying again…': 'আবার চেষ্টা চলছে…',
  'Optional, up to {most}: {formats}, up to {megabytes} MB each.':
    'ঐচ্ছিক, সর্বোচ্চ {most}টি: {formats}, প্রতিটি সর্বোচ্চ {megabytes} MB।',
  'Part of this page didn’t load. Check your connection and try again, or reload the page.':
    'পাতাটির একটি অংশ লোড হয়নি। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন, অথবা পাতাটি আবার লোড করুন।',
  'Preparing the picture…': 'ছবি প্রস্তুত হচ্ছে…',
  Password: 'পাসওয়ার্ড',
  'Picture upload': 'ছবি আপলোড',
  'Picture uploaded.': 'ছবি আপলোড হয়েছে।',
  'We couldn’t reach Piecework. Check your connection and try again. Nothing you typed is lost.':
    'Piecework-এর সঙ্গে সংযোগ করা যায়নি। ইন্টারনেট সংযোগ দেখে আবার চেষ্টা করুন। যা লিখেছেন তার কিছুই হারায়নি।',
  'Remove picture': 'ছবি সরান',
  'Remove picture {number}': '{number} নম্বর ছবি সরান',
  'Remove {file}': '{file} সরান',
  'Sign in': 'লগ ইন করুন',
  'Sign in to this area': 'এই অংশে লগ ইন করুন',
  'Something went wrong while signing you in. Please try again in a moment.':
    'লগ ইন করতে গিয়ে সমস্যা হয়েছে। একটু পরে আবার চেষ্টা করুন।',
  'The picture is still being prepared. Please wait a moment.': 'ছবিটি এখনো প্রস্তুত হচ্ছে। একটু অপেক্ষা করুন।',
  'The picture is still uploading. Please wait a moment.': 'ছবিটি এখনো আপলোড হচ্ছে। একটু অপেক্ষা করুন।',
  'The picture you chose': 'আপনার বেছে নেওয়া ছবি',
  'The sign-in window was closed before sign-in finished.': 'লগ ইন শেষ হওয়ার আগেই উইন্ডোটি বন্ধ হয়ে গেছে।',
  'The upload failed. Try again, or choose another picture.': 'আপলোড হয়নি। আবার চেষ্টা করুন, অথবা অন্য ছবি বেছে নিন।',
  'This account signs in with Google, so it has no password to change.':
    'এই অ্যাকাউন্টে Google দিয়ে লগ ইন করা হয়, তাই বদলানোর মতো কোনো পাসওয়ার্ড নেই।',
  'This file is empty. Choose another one.': 'ফাইলটি খালি। অন্য একটি বেছে নিন।',
  'This browser can’t make the picture smaller. Choose one that’s {most} MB or smaller.':
    'এই ব্রাউজার ছবিটি ছোট করতে পারছে না। {most} MB বা তার চেয়ে ছোট একটি ছবি বেছে নিন।',
  'This is a HEIC photo, which this browser can’t open. Share it as JPEG; on an iPhone, choose Settings > Camera > Formats > Most Compatible.':
    'এটি একটি HEIC ছবি, যা এই ব্রাউজার খুলতে পারে না। ছবিটি JPEG হিসেবে পাঠান; iPhone-এ Settings > Camera > Formats > Most Compatible বেছে নিন।',
  'This page couldn’t be loaded': 'পাতাটি লোড করা যায়নি',
  'This picture is no longer available. Please choose it again.': 'ছবিটি আর পাওয়া যাচ্ছে না। আবার বেছে নিন।',
  'This picture has {count} megapixels. Choose one with {most} or fewer.':
    'এই ছবিটি {count} মেগাপিক্সেল। {most} মেগাপিক্সেল বা তার চেয়ে ছোট একটি ছবি বেছে নিন।',
  'This picture is {megabytes} MB. Choose one that’s {most} MB or smaller.':
    'এই ছবিটি {megabytes} MB। {most} MB বা তার চেয়ে ছোট একটি ছবি বেছে নিন।',
  'This server didn’t return a valid /remotes.json.': 'এই সার্ভার সঠিক /remotes.json দেয়নি।',
  'Try again': 'আবার চেষ্টা করুন',
  'Upload of {file}': '{file} আপলোড',
  'Uploading…': 'আপলোড হচ্ছে…',
  'Wait until every picture is uploaded, or remove the ones that failed.':
    'সব ছবি আপলোড হওয়া পর্যন্ত অপেক্ষা করুন, অথবা যেগুলো আপলোড হয়নি সেগুলো সরান।',
  'We restored your draft.': 'আপনার খসড়া ফিরিয়ে আনা হয়েছে।',
  'Your account was created, but your profile wasn’t saved. Press Register again to finish.':
    'আপনার অ্যাকাউন্ট তৈরি হয়েছে, কিন্তু প্রোফাইল সংরক্ষণ হয়নি। শেষ করতে আবার নিবন্ধন বোতামে চাপুন।',
  'Your browser blocked the sign-in window. Allow pop-ups for this page and try again.':
    'আপনার ব্রাউজার লগ ইনের উইন্ডো আটকে দিয়েছে। এই পাতার জন্য পপ-আপ চালু করে আবার চেষ্টা করুন।',
  'Your session has ended. Please sign in again.': 'আপনার সেশন শেষ হয়ে গেছে। আবার লগ ইন করুন।',
  '<b>Choose a picture</b> or drop it here': '<b>একটি ছবি বেছে নিন</b> বা এখানে এনে ছাড়ুন',
  '<b>Choose another picture</b> or drop it here': '<b>অন্য ছবি বেছে নিন</b> বা এখানে এনে ছাড়ুন',
  '{formats}, up to {megabytes} MB.': '{formats}, সর্বোচ্চ {megabytes} MB।',
  '{message} (Reference {reference})': '{message} (রেফারেন্স {reference})',
  '{problem} We’ll keep trying.': '{problem} আমরা চেষ্টা চালিয়ে যাব।',

  // Forms of tasks
  'At least {min}.': 'কমপক্ষে {min}।',
  'At most {max}.': 'সর্বোচ্চ {max}।',
  'Choose at least {min}.': 'অন্তত {min}টি বেছে নিন।',
  'Choose one': 'একটি বেছে নিন',
  'Choose up to {max}.': 'সর্বোচ্চ {max}টি বেছে নিন।',
  'Choose {count}.': '{count}টি বেছে নিন।',
  'Choose {min} to {max}.': '{min} থেকে {max}টি বেছে নিন।',
  'From {min} to {max}.': '{min} থেকে {max} পর্যন্ত।',
  'No answer': 'উত্তর নেই',
  'Up to {count}: {formats}, up to {megabytes} MB each.': 'সর্বোচ্চ {count}টি: {formats}, প্রতিটি সর্বোচ্চ {megabytes} MB।',
  '{count} characters left.': 'আর {count} অক্ষর লেখা যাবে।',
  '{label} (optional)': '{label} (ঐচ্ছিক)',
} satisfies Catalogue;
