/** By person. */
const QUOTES = {
  mateo:
    'I do two tasks on the bus in the morning and one on the way home. By the end of the month it has paid for the bus.',
  greta:
    'Eleven hundred postcards lay in our cellar, more than we could ever read. Strangers from nine countries did, in six weeks, and three of them wrote to ask how the story ends.',
  zainab:
    'A buyer sent my work back with one sentence about what was missing. I added it and was paid within the hour. That is all I ask of anybody.',
  siobhan:
    'A woman in Bologna measured the step of her bakery for me. I have never met her, and because of her I know that I can get in.',
  kwame: 'I like that the pay stands on the card before I begin. I read it, I look at the clock, I decide.',
  kenji:
    'Our first thousand receipts cost less than a weekend of our own time, and they were typed better than we would have done it.',
  elena:
    'In the evenings I read stories aloud for people who teach telephones to listen. It is quiet work, and it buys the good coffee.',
  hana: 'Drawing boxes around cats is the best part of my day. I would not tell them so, but I might do it for fewer coins.',
};

export const TESTIMONIALS = Object.entries(QUOTES).map(([person, quote]) => ({ person, quote }));
