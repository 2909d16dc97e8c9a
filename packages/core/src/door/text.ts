export { escapeToOneLine, escapeUnprintable } from '../text/escape-unprintable.ts'
export { quoteWord } from '../text/quote-word.ts'
