import type { Answer, ClosingReason, Form } from '@piecework/contracts';

/**
 * `A` approved, `P` pending, `S` sent back, `N` pending in a new version, `R` rejected; rejected and appealed: `O` open, `U` upheld, `D` dismissed.
 */
export type Outcome = 'A' | 'P' | 'S' | 'N' | 'R' | 'O' | 'U' | 'D';

/** A text, or an answer to the form of the task. */
export type DemoAnswer = string | Answer;

/** As fields of `POST /submissions`. */
export const workFields = (answer: DemoAnswer) =>
  typeof answer === 'string' ? { submissionDetails: answer } : { answers: [answer] };

export interface DemoTask {
  /** Identifies the task in the demo data, and names its picture. */
  key: string;
  /** Key of the buyer. */
  buyer: string;
  places: number;
  pay: number;
  /** Days from the seed to the completion date. */
  days: number;
  /** Hours until an unreviewed submission is approved; the default of the installation without it. */
  autoApproveHours?: number;
  /** Percent of approved work that its workers need. */
  minApprovalRate?: number;
  /** Minutes of a reservation, 0: none is offered; the default of the product without it. */
  reserveMinutes?: number;
  /** Closes by itself when the completion date is over. */
  closeAtCompletion?: true;
  /** How many of the places its buyer adds after the posting. */
  addedPlaces?: number;
  /** Key of the worker who holds a reserved place at the end of the seed. */
  reservedBy?: string;
  form?: Form;
  /** Whether its buyer pauses it after the last submission. */
  paused?: true;
  /** Closed with open places: by its buyer, or by its completion date. Without a past its buyer closes both. */
  closed?: ClosingReason;
  title: string;
  detail: string;
  info: string;
  /** Texts or answers of the submissions, the demo worker's first; rejected submissions take from the end. */
  answers: readonly DemoAnswer[];
  /** One outcome per submission of workers other than the demo worker; empty without submissions. */
  work: string;
  /** Outcome of the demo worker's submission. */
  mine?: Outcome;
  /** Posted last, so that it is at the top of the home. */
  hero?: true;
}

type Facts = Omit<DemoTask, 'buyer' | 'key' | 'title' | 'detail' | 'info' | 'answers'>;
type Row = readonly [facts: Facts, title: string, detail: string, info: string, ...answers: DemoAnswer[]];

const OLD_PHONE_FORM: Form = {
  fields: [
    { kind: 'text', name: 'phone', label: 'Model of the phone', required: true, maxLength: 60 },
    { kind: 'number', name: 'year', label: 'Year it was made', required: true, min: '2005', max: '2026' },
    {
      kind: 'choice',
      name: 'step',
      label: 'Where did you hesitate first?',
      required: true,
      options: [
        { value: 'name', label: 'The display name' },
        { value: 'birthday', label: 'The birthday' },
        { value: 'password', label: 'The password' },
        { value: 'last', label: 'The last button' },
        { value: 'nowhere', label: 'Nowhere' },
      ],
    },
    {
      kind: 'choices',
      name: 'trouble',
      label: 'What was in your way?',
      required: false,
      options: [
        { value: 'hidden', label: 'Something was hidden by the keyboard' },
        { value: 'jumps', label: 'The page jumped' },
        { value: 'small', label: 'Buttons were too small' },
        { value: 'slow', label: 'Something took too long' },
      ],
    },
    {
      kind: 'longText',
      name: 'note',
      label: 'What happened, in your own words',
      help: 'Every message that you did not understand, too.',
      required: true,
    },
    {
      kind: 'text',
      name: 'screenshot',
      label: 'Link to a screenshot of the last screen',
      required: true,
      format: 'https',
    },
  ],
};

/** By keys of the buyer and of the task. */
const ROWS: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  // Nora Halvorsen keeps a guide to neighbourhood shops
  buyer: {
    'oat-milk': [
      { places: 8, pay: 24, days: 9, work: 'AAPR', mine: 'A', hero: true, addedPlaces: 2, reserveMinutes: 60 },
      'Is there oat milk on the shelf at your supermarket?',
      'Next time you shop, find the plant drinks and count how many cartons of oat milk stand in front. We draw a map of where it sells out first. Any supermarket will do, as long as nobody has reported it this week.',
      'Name and street of the shop, day and hour, the number of cartons, and a link to one photo of the whole shelf.',
      'Lidl, Storgata 12, Tuesday 17:40. Four cartons, all of one brand, the price tag of the second brand was there but empty. Photo: https://photos.example/shelf-417',
      'Co-op on Mill Road, Saturday 10:15. None left; the assistant said the next delivery is on Monday. Photo: https://photos.example/coop-oat',
      'Tesco Express, Camden Road, Wednesday 18:05. Two cartons, hidden behind the almond. Photo: https://photos.example/camden-oat',
      'Edeka Lindenstraße, Monday 9:00. Fourteen cartons, freshly filled. Photo: https://photos.example/linden-14',
      'I asked at the counter and they said yes.',
    ],
    'opening-hours': [
      { places: 6, pay: 30, days: 12, work: 'APP', autoApproveHours: 36, reserveMinutes: 1440, reservedBy: 'hana' },
      'Photograph the opening hours on five shop doors',
      'Take a walk down one street and photograph the sign with the opening hours on five doors. Small shops, please: a cobbler, a baker, a key cutter. Straight on, in daylight, so that every digit can be read.',
      'Links to the five photos in order, and for each the name of the shop and the hours typed out.',
      '1 Cobbler Hansen, Mon–Fri 9–17. 2 Bakery Sole, Tue–Sun 7–15. 3 Flowers at No. 8, daily 10–18. 4 Keys & Co, Mon–Sat 9–18. 5 Nail bar Mia, Wed–Sun 11–19. https://photos.example/doors-bergen',
      'Five doors on Rua da Prata, hours typed in the same order as the pictures: 9–13 and 15–19, 8–20, 10–18, 9–17, 12–22. https://photos.example/prata-five',
      'Avenida Brasil: cobbler 9–18, optician 10–19, ice cream 12–23, tailor 9–17 (closed Wednesdays), stamps 10–14. https://photos.example/brasil-five',
    ],
    'post-office-queue': [
      { places: 7, pay: 22, days: 7, work: 'AAAAA', closeAtCompletion: true, closed: 'expired' },
      'Time the queue at a post office',
      'Stand in line with something to post, or only watch for ten minutes. Note how many people were waiting when you came and how long the last of them took to reach the counter.',
      'Town, day and hour, people in the queue, minutes and seconds from the end of the line to the counter, counters open.',
      'Leeds, Thursday 12:20. Nine people, 11 min 30 s, two of five counters open.',
      'Kraków, Monday 9:05. Three people, 4 min 10 s, three counters open. They were quick.',
      'Dakar Plateau, Friday 15:40. Fourteen people, 21 min 50 s, two counters open, one of them for pensions.',
      'Turku, Wednesday 16:10. One person, 1 min 30 s, one counter.',
      'Chattogram GPO, Sunday 10:30. Seven people, 9 min, three counters open.',
    ],
    'best-coffee': [
      { places: 10, pay: 15, days: 30, work: 'AAPD', mine: 'A', closed: 'ended' },
      'Your best cup of coffee within ten minutes on foot',
      'Tell us about the place you would take a friend to. What do you order, what does it cost, and what should one know before going? Three honest sentences are worth more than ten polite ones.',
      'Name, street and town, your three sentences, the price of what you order.',
      'Kaffe Fem, Møllergata, Oslo. Small, loud and worth it. The filter coffee changes every week and costs 42 kroner. Sit by the window before nine, after that it is full of prams.',
      'Kitanda, Rue Félix Faure, Dakar. Touba coffee with a little pepper, 100 francs. Bring coins, they never have change. Stay for the radio.',
      'The Loft, Đinh Tiên Hoàng, Hà Nội. Egg coffee, 35,000 dong, like a pudding that wakes you up. Climb to the second floor; the first is for tourists.',
      "Rasheed's cart, opposite the science building, Dhaka. Cha, not coffee, but nobody has complained in thirty years. 15 taka, bring your own gossip.",
      'Starbucks, it is good everywhere.',
    ],
    'old-phone-form': [
      { places: 5, pay: 45, days: 10, work: 'PPA', mine: 'S', form: OLD_PHONE_FORM },
      'Test our sign-up form on a phone that is five years old',
      'Open the form on an older phone and try to get through it as you would at home: with your thumb, in a hurry, with the keyboard in the way. We want to know where it hurts, not whether you are patient.',
      'What phone it is, the step at which you hesitated first, every message that you did not understand, and a screenshot of the last screen.',
      {
        phone: 'Galaxy A10',
        year: '2019',
        step: 'birthday',
        trouble: ['slow'],
        note: 'The date field opens a calendar at 2026 and needs forty taps to get to my year of birth. Everything else was fine.',
        screenshot: 'https://photos.example/a10-end',
      },
      {
        phone: 'iPhone 7',
        year: '2016',
        step: 'last',
        trouble: ['hidden'],
        note: 'The blue button is hidden behind the keyboard until I scroll; I thought the form was over.',
        screenshot: 'https://photos.example/iphone7-end',
      },
      {
        phone: 'Moto G5',
        year: '2017',
        step: 'password',
        trouble: ['hidden', 'jumps'],
        note: 'The page jumps when the keyboard closes, and twice I pressed "cancel" instead of "next".',
        screenshot: 'https://photos.example/g5-end',
      },
      {
        phone: 'Nokia 5.3',
        year: '2020',
        step: 'name',
        note: 'I hesitated at "display name": is it shown to strangers?',
        screenshot: 'https://photos.example/nokia-53',
      },
    ],
    'shop-fronts': [
      { places: 10, pay: 18, days: 14, work: 'AAPN', paused: true, reserveMinutes: 10 },
      'Rate twelve shop fronts: would you walk in?',
      'Twelve photos of shop windows from six towns. Give each one to five stars for one question only: would you walk in? Say in a few words why for the one you liked best and the one you liked least.',
      'Twelve numbers in order, then the two reasons.',
      '4 2 5 3 3 1 4 4 2 5 3 2. Best: number 3, because the light is on and somebody is sewing in the window. Least: number 6, I could not tell what they sell.',
      '3 3 5 4 2 2 5 3 1 4 4 3. Best: number 7, hand-written prices. Least: number 9, the shutters are half down.',
      '5 2 4 3 3 2 4 4 3 4 3 2. Best: number 1, there is a bench in front. Least: number 2, only posters.',
      '3 1 5 4 2 1 4 5 2 4 3. Best: number 8, plants and no prices. Least: number 6, mirrors.',
    ],
    'guide-proof': [
      { places: 2, pay: 110, days: 5, work: 'P', autoApproveHours: 12, reserveMinutes: 240, closeAtCompletion: true },
      'Proofread a neighbourhood guide of 900 words',
      'Our guide to the harbour quarter goes to print on Friday. Please correct spelling, commas and facts that cannot be true (a bakery that opens at 26:00). Keep the voice: it is meant to sound like a neighbour.',
      'A link to the corrected text with your changes marked, and a line about anything you were not sure of.',
      'Corrected version with marks: https://docs.example/harbour-v2. Not sure about "Sjøgata": two spellings on the page, I kept the longer one.',
    ],
    'still-a-bakery': [
      { places: 6, pay: 20, days: 8, work: 'AAO' },
      'Is this address still a bakery?',
      'We have six old addresses of bakeries in Bergen, Lyon and Manchester. Walk past the one nearest to you and tell us what is there today. If it still smells of bread, so much the better.',
      'Which address, what is there now, a photo of the door.',
      '12 Beech Road, Manchester: still a bakery, new name (Crumb). https://photos.example/crumb',
      'Rue Mercière 9, Lyon: a shop for telephone covers now. The old sign is still above the door. https://photos.example/merciere',
      'It is closed I think.',
    ],
  },
  // Tomás Ferreira collects speech
  tomas: {
    'portuguese-sentences': [
      { places: 8, pay: 35, days: 21, work: 'AAAP' },
      'Record 20 short sentences in Portuguese',
      'Any accent, any age, in a quiet room. Read each sentence once, as you would say it to a friend across the table. Leave a second of silence between two. It takes about six minutes.',
      'A link to one WAV or FLAC file, the town where you learned to speak, and your age in steps of ten years.',
      'https://audio.example/pt-coimbra-20.flac. Coimbra, 30–40.',
      'https://audio.example/pt-recife.wav. Recife, 20–30. A dog barks in sentence 14, I said it again afterwards.',
      'https://audio.example/pt-maputo-20.wav. Maputo, 40–50.',
      'https://audio.example/pt-porto-alegre.flac. Porto Alegre, 30–40. I whispered the last two, the baby woke up.',
    ],
    'bedtime-story': [
      { places: 5, pay: 60, days: 18, work: 'AP', mine: 'A', hero: true, autoApproveHours: 0 },
      'Read a bedtime story aloud, four minutes',
      'We send you a short story and you read it as if somebody small were falling asleep beside you. Slow is good, mistakes are welcome, and a yawn at the end may stay in.',
      'A link to the recording, the language, and whether you have read to children before.',
      'https://audio.example/story-bangla.flac, in Bangla, 4:20. I read to my niece every Friday.',
      'https://audio.example/story-twi.flac, in Twi, 3:55. My first time. I hope that the lion is sleepy enough.',
      'https://audio.example/story-pt.flac, in Portuguese, 4:05. Three children, so about four thousand evenings.',
    ],
    'numbers-aloud': [
      { places: 5, pay: 40, days: 25, work: 'AAAAA' },
      'Say the numbers from 0 to 99 in your language',
      'Phones hear numbers badly, above all in languages with few recordings. Count from 0 to 99 at the speed at which you would give a telephone number. One take is enough.',
      'A link to the recording and the name of the language, with the region if it matters for how you count.',
      'https://audio.example/numbers-fr-be.wav. French as in Liège: septante and nonante.',
      'https://audio.example/numbers-yo.wav. Yoruba, counting the old way, with the subtractions.',
      'https://audio.example/numbers-da.wav. Danish, with halvtreds and all the rest.',
      'https://audio.example/numbers-qu.wav. Quechua, Cusco. After 20 many people here switch to Spanish; I did not.',
      'https://audio.example/numbers-ko.wav. Korean, the native numbers, not the Chinese ones.',
    ],
    'note-what-you-hear': [
      { places: 6, pay: 32, days: 15, work: 'APPR' },
      'Listen to 30 clips and write down what you hear',
      'Clips of three to eight seconds, English with many accents. Write exactly what is said, with every "um". If you cannot make out a word, write [?] and go on; guessing spoils the data.',
      'Thirty numbered lines.',
      '1 um, I left it by the door. 2 can you [?] the blue one. 3 we are nearly there … all thirty lines: https://docs.example/clips-a',
      'Thirty lines, four of them with [?]: https://docs.example/clips-nv. Clip 22 is music only.',
      'Thirty lines, two with [?]: https://docs.example/clips-of. The man in clip 9 says "mind" and not "mine".',
      'I did the first twelve, the rest is the same person anyway.',
    ],
    lullaby: [
      { places: 6, pay: 25, days: 28, work: '', autoApproveHours: 0 },
      'Hum the song that your grandmother sang',
      'Half a minute, no words, no instrument. We study which intervals calm people down, and lullabies know more about it than we do. Out of tune is in tune.',
      'A link to the recording, where your grandmother came from, and what the song is called, if it has a name.',
    ],
  },
  // Amina Diallo draws maps for people who walk
  amina: {
    'street-sign': [
      { places: 10, pay: 15, days: 20, work: 'AAPR', mine: 'A', hero: true },
      'Photograph a street sign together with a house number',
      'One photo in which both the name of the street and the nearest house number can be read. We use it to check maps in towns where the numbers jump. Please no people in the picture.',
      'A link to the photo, and the street, number and town as you would write them on an envelope.',
      'Calle Olmo 23, Málaga. https://photos.example/olmo-23',
      'Ul. Piwna 6a, Gdańsk; the "a" is painted by hand. https://photos.example/piwna-6a',
      'Trg slobode 4, Novi Sad. https://photos.example/trg-4',
      '14 Akintola Street, Ibadan. The sign leans, the number does not. https://photos.example/akintola-14',
      'https://photos.example/blurred-1',
    ],
    benches: [
      { places: 4, pay: 48, days: 16, work: '', reserveMinutes: 1440, reservedBy: 'worker' },
      'Mark the benches on a walk of one kilometre',
      'Choose a walk that you would take with somebody who needs to sit down now and then. Mark each bench, and whether it has a back and shade at noon. No bench at all is a result too.',
      'A link to your map with the benches marked, and for each: back yes or no, shade yes or no.',
    ],
    'count-trees': [
      { places: 6, pay: 20, days: 22, work: 'AAAP' },
      'Count the trees around your block',
      'Walk once around your block and count the trees on public ground. Name the most common kind if you know it. Stumps count separately: they tell where a tree is missing.',
      'The four streets around the block, the number of trees and of stumps, the most common kind.',
      'Between Elm, Third, Oak and Fourth: 23 trees, 2 stumps, mostly lindens.',
      'Rua Augusta block, São Paulo: 9 trees, 4 stumps. Sibipiruna, I believe.',
      'Karl-Johan block, Göteborg: 31 trees, no stumps, limes and two cherries.',
      'Mirpur 10, between Roads 3 and 4: 6 trees, 1 stump, one mango that everybody guards.',
    ],
    crossing: [
      { places: 8, pay: 18, days: 13, work: '', reserveMinutes: 45 },
      'Photograph a pedestrian crossing from both sides',
      'Two photos of the same crossing, one from each kerb, so that one can see the markings, the lights and the kerb itself. Stand back on the pavement, and wait until nobody is in the picture.',
      'Two links, the name of the crossing street, and whether the light beeps.',
    ],
    'station-to-park': [
      { places: 3, pay: 75, days: 11, work: 'A', mine: 'A', reserveMinutes: 720 },
      'Walk from a station to a park and write down the way',
      'Write directions that work without a map: what one sees, smells and hears on the way, and where people usually go wrong. Twenty minutes on foot at most. A stranger will try them out.',
      'The directions in numbered steps, and how long it took you.',
      '1 Leave by the clock, not by the taxis. 2 Keep the bakery on your left … nine steps, 14 minutes: https://docs.example/to-the-park',
      'Eleven steps, 18 minutes, with the one corner where everybody turns too early: https://docs.example/kita-park',
    ],
  },
  // Kenji Watanabe builds a bookkeeping app
  kenji: {
    'supermarket-receipt': [
      { places: 12, pay: 12, days: 17, work: 'AAAPR', mine: 'A', reserveMinutes: 15 },
      'Transcribe a supermarket receipt, line by line',
      'Type what the receipt says: every article, its price, the discounts, the total. Keep the order and the abbreviations of the till ("ORG BNNA"). The picture is sharp; one receipt takes about five minutes.',
      'One line per line of the receipt: text, a tab, the price.',
      'ORG BNNA\t1.89\nMILK 1.5\t1.29\nRYE BRD\t2.40\nDISCOUNT\t-0.50\nTOTAL\t5.08',
      'TOM CHRY 250\t1.49\nPASTA 500\t0.99\nOL OIL EV\t6.79\nBAG\t0.20\nTOTAL\t9.47',
      'EGGS 10\t2.19\nBUTTER\t2.79\nAPPLES LS\t1.32\nTOTAL\t6.30',
      'RIZ BASM 1K\t3.45\nLENT ROUG\t1.95\nCITRON X3\t0.99\nREMISE\t-0.30\nTOTAL\t6.09',
      'BRD WHL\t2.10\nCHS GDA 400\t4.35\nYOG NAT X4\t1.80\nTOTAL\t8.25',
      'Total 12.40',
    ],
    'receipt-lines': [
      { places: 3, pay: 26, days: 19, work: 'AAA' },
      'Sort 60 receipt lines into eight drawers',
      'Food, home, clothes, travel, health, fun, fees, other: put each of sixty lines into one drawer. When two would do, choose the one you would look in first at the end of the year.',
      'Sixty letters (F H C T M U E O) in order, and the numbers of the lines you doubted.',
      'FFHFCTTOMFFHUEFFHCOTFFMMUUEEFFHHCCTTFFFFHOUUTTFFHHMMEEFFCCTT, doubts: 14, 27, 51.',
      'FFHFFTTOMFFHUEFFHCOTFFMMUUEEFFHHCCTTFFFFHOUUTTFFHHMMEEFFCCTO, doubts: 5 and 60.',
      'FFHFCTTOMFFHUEFFHCOTFFMMUUEEFFHHCCTTFFFFHOUUTTFFHHMMEEFFCCTM, no doubts but number 40.',
    ],
    'taxi-receipt': [
      { places: 10, pay: 10, days: 14, work: 'AAAP', reserveMinutes: 10 },
      'Read a handwritten taxi receipt',
      'Date, amount, from, to: four fields, one photo, written on the bonnet of a car. Leave a field empty rather than guess. You may take one receipt; other people get other ones.',
      'Four lines: date, amount with currency, from, to.',
      '14 March 2026\n340 baht\nHua Lamphong\nthe last word is a hotel, I cannot read which',
      '2 May 2026\n22.50 euro\nairport\nRue Oberkampf',
      '9 January 2026\n180 taka\nFarmgate\nNew Market',
      '30 April 2026\n14 pounds\nthe station\n(empty: it got wet)',
    ],
    'invoice-totals': [
      { places: 5, pay: 38, days: 10, work: 'APO' },
      'Find the total and the tax on 25 invoices',
      'Each invoice hides its total somewhere else. Write down the total, the tax and the rate, and mark the three that were hardest to find: those are the ones we learn from.',
      'Twenty-five lines: number, total, tax, rate. Then the three hardest.',
      'All 25: https://docs.example/invoices-25. Hardest: 7 (tax on page two), 13 (no total at all), 21 (two currencies).',
      'https://docs.example/invoice-totals-hs. Hardest for me: 13, 18, 21.',
      'I found 22 of the 25, three files do not open for me.',
    ],
    'leaflet-prices': [
      { places: 4, pay: 30, days: 6, work: '', minApprovalRate: 90, reserveMinutes: 90, closeAtCompletion: true },
      'Compare 40 prices with the leaflet of the week',
      'Left: what our app read. Right: the leaflet. Say which of the forty prices are wrong, and what they should be. Most are right; the trap is the small print about members.',
      'The numbers of the wrong ones with the right price, or "all right".',
    ],
  },
  // Lucía Moreno translates for restaurants
  lucia: {
    'lunch-menu': [
      { places: 2, pay: 90, days: 8, work: 'P', mine: 'A', reserveMinutes: 120 },
      'Translate a lunch menu from Spanish into English',
      'Thirty-two dishes of a small place in Sevilla. The guests should know what arrives on the plate: "salmorejo" deserves four words of explanation. Please do not translate names of people or streets.',
      'A link to the translated menu, dish by dish, in the order of the original.',
      'https://docs.example/casa-paco-en. I kept salmorejo and added "thick cold tomato and bread soup".',
      'https://docs.example/menu-sevilla-en, 32 dishes. "Flamenquín" became "crisp roll of pork and ham".',
    ],
    'street-food': [
      { places: 2, pay: 95, days: 12, work: 'A' },
      'Translate a street-food menu from Thai into English',
      'A cart in Chiang Mai with eighteen dishes, painted on a board. How hot is hot, what is optional, what must be eaten at once? Write it so that a shy visitor dares to order.',
      'A link to the translation, with one to three chillies for each dish.',
      'https://docs.example/cart-cm. Eighteen dishes; number 11 is the one to be afraid of.',
    ],
    'name-the-dish': [
      { places: 6, pay: 28, days: 23, work: 'AAAP' },
      'Name the dishes in 30 photos',
      'Thirty plates from home kitchens around the world. Write what it is, in any language that has a word for it. If you do not know, say what you think is in it.',
      'Thirty numbered lines, with the language in brackets where it is not English.',
      '1 jollof rice, 2 pierogi (Polish), 3 a stew with okra, I do not know its name … https://docs.example/plates-ae',
      '1 jollof, 2 pierogi or maultaschen, 3 bamia (Arabic) … thirty lines: https://docs.example/plates-dm',
      '1 riz au gras? 2 pierogi, 3 gombo … thirty lines: https://docs.example/plates-fs',
      '1 jollof (and I will not discuss whose), 2 vareniki, 3 okra soup … https://docs.example/plates-ab',
    ],
    allergens: [
      { places: 4, pay: 42, days: 9, work: 'AR', mine: 'A' },
      'Mark the allergens in 15 recipes',
      'The fourteen allergens that a menu has to name, in fifteen short recipes. Look out for hidden ones: soy in the stock, nuts in the pesto, celery nearly everywhere.',
      'Fifteen lines, each with the letters of its allergens as in our list.',
      '1 A G, 2 A C G, 3 none, 4 F L (celery in the stock) … https://docs.example/allergens-15',
      'All fifteen: https://docs.example/allergens-ms. Recipe 9 depends on the brand of the mustard.',
      'I do not cook with nuts, so I left those out.',
    ],
    'menu-board': [
      { places: 8, pay: 16, days: 18, work: '', reserveMinutes: 180, closeAtCompletion: true },
      'Photograph the menu board outside a café',
      'Chalk, felt letters or a till roll pinned to the door: we collect how cafés write their prices. One board, straight on, and readable at full size.',
      'A link to the photo, the town, and the price of a cup of tea.',
    ],
  },
  // Oluwaseun Adeyemi tests apps
  seun: {
    'screen-reader': [
      { places: 3, pay: 120, days: 14, work: 'P', mine: 'A' },
      'Test a sign-up form with a screen reader',
      'If a screen reader is how you use the web, we would like forty minutes of your time. Sign up, make a mistake on purpose, find out what went wrong, and correct it. We fix what you report first.',
      'Screen reader and browser, what was said at each step that confused you, and what you expected to hear.',
      'NVDA with Firefox. After the error I heard only "invalid entry", twice, and not which field. The checkbox has no name. Notes: https://docs.example/nvda-signup',
      'VoiceOver with Safari. The heading order jumps from 1 to 4, and the date field speaks in English although the page is French. Notes: https://docs.example/vo-signup',
    ],
    'odd-addresses': [
      { places: 3, pay: 85, days: 10, work: 'A', mine: 'A' },
      'Try our checkout with ten odd addresses',
      'A house without a number, a village with a one-letter name, a street in Reykjavík, a farm in Kenya. Enter ten addresses that exist and that other shops refuse. Tell us what we refuse.',
      'The ten addresses (public places, please), what happened to each, and the message you saw.',
      'Seven went through. Refused: Å in Moskenes ("at least two letters"), a plus code in Accra, and a house with the number 12½. https://docs.example/ten-addresses',
      'Nine went through. The tenth, "Road to the mill, second gate", was refused without a message. https://docs.example/odd-ten',
    ],
    'long-name': [
      { places: 6, pay: 30, days: 15, work: 'AAP' },
      'Sign up with the longest name you can prove',
      'Middle names, hyphens, apostrophes, letters with marks: enter the longest name that is really yours or that of someone in your family who agrees. Where does the page cut it off?',
      'How many letters, where it was cut off, and a screenshot of the profile with the name covered.',
      '47 letters with two hyphens. The menu cuts it after 18, the profile shows it all. https://photos.example/name-47',
      '39 letters and an ọ́. The letter lost its mark in the e-mail. https://photos.example/name-39',
      '52 letters, four names and a "de los". Cut after 40 in the confirmation, without a hint. https://photos.example/name-52',
    ],
    'two-settings': [
      { places: 10, pay: 20, days: 20, work: 'AAAPP', autoApproveHours: 72 },
      'Which of two settings screens finds the language faster?',
      'Open version A, find the language setting, note the seconds. Then the same in version B. Half of you start with B; the page tells you which. Please use the phone you know best.',
      'Seconds for A, seconds for B, which one you would keep, and one word why.',
      'A 14 s, B 6 s. Keep B: "search".',
      'B 9 s, A 8 s. Keep A: "calmer".',
      'A 21 s, B 7 s. Keep B: "top".',
      'A 11 s, B 5 s. Keep B: "obvious".',
      'B 6 s, A 19 s. Keep B: "search", but A is prettier.',
    ],
    'budget-questions': [
      { places: 5, pay: 36, days: 11, work: 'APR' },
      'Answer twelve questions about how you plan a month',
      'We build a small tool for people whose income is never the same twice. How do you decide what to spend on the third of the month? No figures needed, only how you do it.',
      'Twelve answers of one to three sentences each.',
      '1 I pay the rent on the day the money comes. 2 A notebook, then a photo of it. 3 I never look at the app of the bank … https://docs.example/month-zb',
      'Twelve answers: https://docs.example/month-jp. Short version: envelopes, and my sister asks.',
      'We share a list on the fridge.',
    ],
    'share-icon': [
      { places: 20, pay: 6, days: 26, work: 'AAAAAP', mine: 'A', reserveMinutes: 0 },
      'Which of these two icons means "share"?',
      'Two pictures, one question, ten seconds. Do not think about it: your first idea is the one we want.',
      'Left or right, and what you thought the other one means.',
      'Left. The other one looks like "download".',
      'Right. The left one is "log out" to me.',
      'Left, without thinking. The right one is "open in a new window".',
      'Left. The other is "upload".',
      'Right! The left one is three dots with legs.',
      'Left. Right would be "forward an e-mail".',
      'Left; the right one I would use for "export".',
    ],
  },
  // Greta Baumann looks after an archive
  greta: {
    postcard: [
      { places: 6, pay: 28, days: 24, work: 'AAP' },
      'Read a postcard from 1912',
      'German, French or Dutch handwriting, seven to twelve lines. Type what you can read and put the rest in brackets. We tell you afterwards who wrote it, if we ever find out.',
      'The text line by line, the place and date on the postmark, and the language.',
      'Liebe Tante, wir sind gut [angekommen], das Wetter ist […] und die Kühe stehen bis zum Bauch im Gras. Postmark Murnau, 4.8.12. German.',
      'Chère Louise, […] le bateau part à six heures, garde-moi du pain. Honfleur, 11 VII 1912. French.',
      'Lieve moeder, de zee is […] en de pannenkoeken zijn beter dan thuis, niet verder vertellen. Postmark Zandvoort, 2 Jul 12. Dutch.',
    ],
    'ship-diary': [
      { places: 3, pay: 70, days: 30, work: 'P', mine: 'A', reserveMinutes: 480, closeAtCompletion: true },
      "Type out one page of a ship's diary",
      'English, 1887, a steady hand and much weather. Keep the abbreviations (bar., N.E., fms.) and the spelling of the second mate, who spelled "breeze" in four ways.',
      'The page as text, and the words you were unsure of with a question mark.',
      '"Tues. 14th. Fresh brieze from N.E., bar. 29.80, all hands mending sail …" The whole page: https://docs.example/diary-p41',
      'Page 42: https://docs.example/diary-p42. Unsure: "lee scuppers(?)", "Mr. Havel(?)".',
    ],
    'date-photos': [
      { places: 5, pay: 34, days: 21, work: 'AAR' },
      'Date ten old photographs by what people wear',
      'Sleeves, hats, collars, shoes: guess the decade of ten family photographs and say what gave it away. Knowing about tailoring helps; having looked at many old albums helps as much.',
      'Ten decades and ten short reasons.',
      '1 1890s (leg-of-mutton sleeves), 2 1920s (dropped waist), 3 1900s … all ten: https://docs.example/ten-photos',
      '1 1890s, 2 1920s, 3 1910s, the boots … https://docs.example/old-ten. Number 8 may be fancy dress.',
      'They all look like 1900 to me.',
    ],
    'alt-text': [
      { places: 3, pay: 55, days: 13, work: 'A', mine: 'A' },
      'Describe 20 museum photographs for people who do not see them',
      'One or two sentences each: what is there, what stands out, what is written on it. No opinions, no "image of". Imagine that you tell it to a friend on the telephone.',
      'Twenty numbered descriptions.',
      '1 A wooden loom by a window, half a blue cloth on it. 2 Two women carry a door across a field … https://docs.example/alt-20',
      '1 A loom stands beside a window; the blue cloth on it is half done. 2 … https://docs.example/alt-kim',
    ],
    'lost-village': [
      { places: 4, pay: 40, days: 27, work: '', reserveMinutes: 360 },
      'Find a village on a map of 1890',
      'We have the name, the map does not agree on how to spell it. Look for it on the scan, tell us the square, and where the place is today, if it is still there.',
      'The square (letter and number), the spelling on the map, and a link to the place today.',
    ],
  },
  // Rahim Chowdhury checks shops
  rahim: {
    'tea-facings': [
      { places: 4, pay: 32, days: 6, work: 'AAAA', mine: 'U' },
      'Count the packets of three tea brands on one shelf',
      'Go to the tea shelf of a supermarket and count how many packets of each of our three brands face you in the front row. Do not move anything. If somebody asks, show them this page.',
      'Shop and town, three numbers, one photo of the whole shelf.',
      'Shwapno, Dhanmondi: 12, 7 and 0. https://photos.example/tea-dh',
      'Big Bazaar, Kochi: 9, 9 and 4. https://photos.example/tea-kochi',
      'Imtiaz, Karachi: 15, 3 and 8. https://photos.example/tea-khi',
      'Naivas, Nairobi: 11, 6 and 2; the third brand is on the bottom shelf. https://photos.example/tea-nbo',
      'Agora, Banani: 10, 8 and 6. https://photos.example/tea-banani and https://photos.example/tea-till',
    ],
    'rice-price': [
      { places: 6, pay: 36, days: 8, work: 'AAPS', reserveMinutes: 120, closeAtCompletion: true },
      'What does a kilo of rice cost in three shops near you?',
      'A supermarket, a corner shop and a market stall: photograph the price of the plainest white rice in each. Convert pounds or measures to a kilo, and tell us how you did.',
      'Three prices per kilo with the currency, three photos, the town.',
      'Accra: 19.50, 18 and 16 cedi; the stall sells by the olonka, which I took as 2.6 kg. https://photos.example/rice-accra',
      'Lima: 4.20, 3.90 and 3.50 soles. https://photos.example/rice-lima',
      'Cebu: 52, 50 and 46 pesos. https://photos.example/rice-cebu',
      'Marseille: 2.10, 2.95 and no stall with rice, so I asked the couscous man. https://photos.example/rice-mrs',
    ],
    'pharmacy-receipt': [
      { places: 5, pay: 25, days: 9, work: 'AAP', mine: 'R' },
      'Does the pharmacy print a receipt without being asked?',
      'Next time you need plasters or a toothbrush, buy them at a pharmacy and see whether you get a receipt. Cover your name and card before you take the picture.',
      'Town and day, yes, no or "only when asked", a photo of the receipt if there is one.',
      'Lahore, Friday: only when asked. https://photos.example/plasters',
      'Porto, Wednesday: yes, and a second one for the discount. https://photos.example/farmacia',
      'Łódź, Tuesday: yes, folded around the box. https://photos.example/apteka',
      'No receipt that day.',
    ],
    'parcel-locker': [
      { places: 4, pay: 40, days: 19, work: 'AP' },
      'Time yourself at a parcel locker',
      'From the moment you stand in front of it until you hold your parcel. Was the screen readable in the sun? Was your box at knee height? We redesign the screen with what you tell us.',
      'Seconds, town, which row of boxes, and whatever annoyed you.',
      '48 seconds, Wrocław, second row from below. The code field forgets the first digit if one types fast.',
      '2 minutes 10, Utrecht, top row. I am 1.58 m and had to ask a stranger.',
    ],
    'apple-origin': [
      { places: 8, pay: 18, days: 12, work: 'AAP' },
      'Where do the apples in your shop come from?',
      'Read the little signs: kind, country, price. All kinds on the stand, please, not only the pretty ones. We follow how far an apple travels through the year.',
      'Shop and town, one line per kind: name, country, price per kilo.',
      'Rema, Trondheim. Aroma, Norway, 34.90; Pink Lady, Italy, 49.90; Granny Smith, France, 39.90.',
      'Mercado Central, Valparaíso. Fuji, Chile, 1190; Royal Gala, Chile, 990.',
      'Hannaford, Portland. Macoun, here, 1.99 a pound; Honeycrisp, here, 3.49; Gala, New Zealand, 2.29.',
    ],
  },
  // Siobhán Kelly writes about getting around with a wheelchair, a pram or bad eyes
  siobhan: {
    'step-free': [
      { places: 4, pay: 65, days: 15, work: 'AP', mine: 'A' },
      'Measure the entrances of three shops',
      'How high is the step, how wide the door, is there a bell? Take a tape measure and ask inside before you measure. Three shops in one street are enough to tell whether the street works.',
      'For each shop: name, height of the step and width of the door in centimetres, bell or ramp, one photo.',
      'Bakery 4 cm / 88 cm, no bell. Chemist 0 / 95, ramp. Books 17 / 79, a bell that nobody hears. https://photos.example/three-doors',
      'Three doors on Sweets Way: 12/81, 0/90, 6/84. The second has a ramp behind the bins. https://photos.example/sweets',
      'Three on Rue de la Gare: 9/76, 2/91, 14/80. At the second they brought a ramp before I had asked. https://photos.example/gare-three',
    ],
    'bus-announcements': [
      { places: 4, pay: 50, days: 17, work: 'P', mine: 'A', autoApproveHours: 336 },
      'Ride six stops and note which ones are announced',
      'Any city bus, by day. For each of six stops: was it spoken, was it shown, and did both say the same? Sit where you cannot see the screen for three of them.',
      'Line and town, six lines with spoken and shown, and how loud the bus was.',
      'Line 46A, Dublin. Spoken 5 of 6, shown 6 of 6; stop 4 was announced after we had left it. Loud.',
      'Line 100, Berlin. Spoken and shown at all six. The bus was quiet, a school class was not.',
    ],
    captions: [
      { places: 5, pay: 30, days: 10, work: 'AAAAA' },
      'Check the captions of a five-minute video',
      'Watch it once with sound and once without. Where do the captions lie, lag or leave out a joke? Note the time and what should stand there.',
      'A list of times with the corrected caption.',
      '0:42 "won" should be "one"; 1:15 laughter missing; 3:08 two seconds late. Eleven in all: https://docs.example/captions-11',
      '0:42, 1:15, 2:57, 4:31: https://docs.example/captions-ok. Without the sound the last joke is not there at all.',
      '0:42, 1:15, 3:08 as others must have told you, and at 4:02 the captions name the wrong speaker.',
      'Without sound I missed two jokes, 1:15 and 4:31. With sound I found one wrong word: "affect" at 2:20.',
      'Nine places: https://docs.example/captions-nine. The doorbell at 3:40 matters and is not there.',
    ],
    'clear-letters': [
      { places: 5, pay: 26, days: 22, work: '' },
      'Read three official letters aloud and say where you stumbled',
      'Three letters of one page from offices that mean well. Read them aloud to somebody and mark each place where you, or they, lost the thread.',
      'For each letter the words where you stumbled, and the sentence you would write instead.',
    ],
    'keyboard-only': [
      { places: 3, pay: 80, days: 9, work: 'AP', mine: 'A', reserveMinutes: 120 },
      'Book a train ticket with the keyboard only',
      'Put the mouse away. Try to book a ticket from A to B on our test site up to the payment, and tell us where you could not see where you were, or could not get out again.',
      'Browser and system, each place where you got stuck, and how you got out.',
      'Firefox on Linux. The calendar swallows Tab; only Escape helped, and then the date was gone. https://docs.example/keys-train',
      'Edge on Windows. No visible focus on the seat map, I booked seat 14 by luck. https://docs.example/train-keys',
      'Safari on a Mac. Tab skips the links until one changes a system setting; then all is well up to the seat map. https://docs.example/safari-train',
    ],
  },
  // Mei-Ling Chen teaches machines to see
  meiling: {
    'cat-boxes': [
      { places: 10, pay: 22, days: 16, work: 'AAAPP', mine: 'P', autoApproveHours: 20 },
      'Draw boxes around the cats in 40 photos',
      'One box per cat, ears and tail included. Reflections are not cats; cats on cushions with cats on them count once. The tool works in the browser, also on a tablet.',
      'The code that the tool shows at the end, and the number of cats.',
      'Code KAT-2291, 57 cats.',
      'Code KAT-2304, 58 cats. Photo 31: is that a hat?',
      'Code KAT-2317, 57 cats and one tail that I gave a box of its own.',
      'Code KAT-2322, 56 cats.',
      'Code KAT-2340, 57 cats. Number 12 looks like mine.',
      'Code KAT-2351, 57 cats.',
    ],
    'sick-leaf': [
      { places: 6, pay: 30, days: 20, work: 'AAPU' },
      'Which leaf is sick? Sort 50 photos',
      'Healthy, spots, mildew or eaten: four heaps for fifty leaves. There is a page with examples. If you grow things yourself, you will be quick; if not, you will be by photo ten.',
      'The code that the tool shows at the end, and the photos you would ask a gardener about.',
      'Code LEAF-118. I would ask about 9 and 40.',
      'Code LEAF-131. 22 looks like sunburn to me, not like mildew.',
      'Code LEAF-140. No doubts, I grow tomatoes.',
      'The tool closed at photo 20.',
    ],
    'indoor-outdoor': [
      { places: 5, pay: 14, days: 14, work: 'AAAAA' },
      'Indoors or outdoors? One hundred photos',
      'One key for indoors, one for outdoors, the space bar for "cannot tell". Greenhouses and balconies are the interesting ones. It takes about six minutes.',
      'The code that the tool shows at the end.',
      'Code INOUT-7741',
      'Code INOUT-7760, eight times the space bar',
      'Code INOUT-7782. Photo 64 is a tent; I said outdoors.',
      'Code INOUT-7791',
      'Code INOUT-7805, and a greenhouse is indoors, I decided',
    ],
    'flower-at-door': [
      { places: 10, pay: 12, days: 35, work: 'AAPP', mine: 'A', reserveMinutes: 0 },
      'What flowers at your door today?',
      'Photograph the flower that grows nearest to your front door, whether in a pot, a crack or a garden. One photo from above and one from the side. Weeds are welcome.',
      'Two links, the town, and the name if you know it.',
      'Yellow oxalis from a crack in the step, Lisbon. https://photos.example/oxalis-1 and https://photos.example/oxalis-2',
      'A marigold in a paint bucket, Enugu. https://photos.example/bucket-1 and https://photos.example/bucket-2',
      'Bougainvillea over the gate, Accra. https://photos.example/bougain-1 and https://photos.example/bougain-2',
      'Snapdragon, Warsaw, third floor, blown there by itself. https://photos.example/lwia-1 and https://photos.example/lwia-2',
      'Jasmine, Chattogram. You should smell it. https://photos.example/jasmine-1 and https://photos.example/jasmine-2',
    ],
    'rain-wind-traffic': [
      { places: 6, pay: 24, days: 18, work: 'AAP' },
      'Rain, wind or traffic? Sort 80 sounds',
      'Clips of two seconds. A wet road sounds much like rain, which is why we need you and not a machine. Headphones, please.',
      'The code that the tool shows at the end, and the clip that fooled you longest.',
      'Code RWT-55. Clip 61 fooled me: a washing machine, I think.',
      'Code RWT-58. Number 17, rain on a car in traffic. Is there a heap for both?',
      'Code RWT-63. Clip 5 took me four tries.',
    ],
    'odd-one-out': [
      { places: 12, pay: 10, days: 21, work: 'AAPD' },
      'Spot the odd one out in 30 rows of pictures',
      'Four pictures a row, one does not belong. There is no trick, but sometimes there are two good answers: then take yours and tell us why.',
      'Thirty numbers from 1 to 4, and a word on any row with two answers.',
      '2 4 1 1 3 2 4 3 2 1 4 4 2 3 1 2 2 4 1 3 3 1 2 4 4 1 3 2 1 4. Row 12: also 1, because it has wheels.',
      '2 4 1 1 3 2 4 3 2 1 4 1 2 3 1 2 2 4 1 3 3 1 2 4 4 1 3 2 1 4',
      '2 4 1 1 3 2 4 3 2 1 4 4 2 3 1 2 2 4 1 3 3 1 2 4 4 3 3 2 1 4. Row 26: 3 is the only one that is alive.',
      '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    ],
  },
  // Ilya Petrov measures how people get to work
  ilya: {
    'platform-walk': [
      { places: 5, pay: 30, days: 9, work: 'AAP' },
      'Time your walk between two platforms',
      'At a station where people change trains: from the door of one to the door of the next, at your normal pace. Stairs, escalator or lift, say which. We draw the map that timetables leave out.',
      'Station, from and to platform, minutes and seconds, which way you took.',
      'Utrecht Centraal, 5 to 18, 3 min 20 s, escalators.',
      'Howrah, 8 to 21, 7 min 45 s, on foot around the whole hall.',
      'Hauptbahnhof, Zürich, 3 to 43, 6 min 5 s, two escalators and the shortcut by the lockers.',
    ],
    'bicycle-parking': [
      { places: 6, pay: 20, days: 13, work: '', reserveMinutes: 360, closeAtCompletion: true },
      'Photograph the bicycle parking at a station at noon',
      'One wide photo, so that we can count the bicycles and the free places. Saddles without a bicycle count as well, sadly. Any weekday, between eleven and one.',
      'A link to the photo, the station, and your own count.',
    ],
    'where-signs-point': [
      { places: 8, pay: 16, days: 11, work: '' },
      'Follow a cycling sign and see where it leads',
      'Find a signpost for cyclists, follow it for ten minutes and tell us whether a second sign kept the promise of the first. Lost cyclists are our best source.',
      'Where the first sign stands, what it says, and where you were ten minutes later.',
    ],
    'bus-timetable': [
      { places: 8, pay: 22, days: 19, work: 'AAPR' },
      'Type the first and the last bus from the timetable at your stop',
      'Paper timetables know things that the web does not. Photograph the one at your stop and type the first and last departure on a weekday, a Saturday and a Sunday.',
      'Line, stop and town, six times, one photo.',
      'Line 7, Stop Hospital, Cluj: 4:55 / 23:40, 5:20 / 23:40, 6:00 / 22:30. https://photos.example/stop-7',
      'Line 3, Kejetia, Kumasi: 5:00 / 21:00 every day, "or when full". https://photos.example/kejetia',
      'Line 21, Library, Leeds: 5:52 / 23:31, 6:20 / 23:31, 8:00 / 22:15. https://photos.example/line-21',
      'I know it by heart: every half hour.',
    ],
    'ride-surface': [
      { places: 3, pay: 70, days: 24, work: 'P', mine: 'A' },
      'Ride three kilometres and rate the road',
      'Ride your way to work, or to the shop, and give each stretch of about 300 metres a grade from 1 (like a floor) to 5 (get off and push). Mind the traffic first and the grades second.',
      'Ten grades in order with a street name each, and what you ride.',
      'Ten stretches from Grünerløkka to Majorstuen: 1 1 2 3 1 2 5 2 1 1. City bike. Street by street: https://docs.example/ride-oslo',
      '2 2 3 4 4 2 1 1 3 2, Kampala Road to Bugolobi, mountain bike: https://docs.example/ride-kla',
    ],
  },
};

export const TASKS: readonly DemoTask[] = Object.entries(ROWS).flatMap(([buyer, rows]) =>
  Object.entries(rows).map(([key, [facts, title, detail, info, ...answers]]): DemoTask => {
    return { key, buyer, title, detail, info, answers, ...facts };
  }),
);
