import { styleText } from 'node:util'

/** Emphasis for a terminal. Whatever it says is said by words too: without colour nothing is lost. */
export interface Style {
  strong(text: string): string
  faint(text: string): string
  good(text: string): string
  bad(text: string): string
  notice(text: string): string
}

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
