import { styleText } from 'node:util'

/** The emphasis of text on a terminal. What it says is also said by words: without colour nothing is lost. */
export interface Style {
  strong(text: string): string
  faint(text: string): string
  good(text: string): string
  bad(text: string): string
  notice(text: string): string
}

/** Creates the emphasis of a terminal with or without colour. */
export function createStyle(colour: boolean): Style {
  const paint = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text
  return {
    strong: paint('bold'),
    faint: paint('dim'),
    good: paint('green'),
    bad: paint('red'),
    notice: paint('yellow'),
  }
}
