import { cutLine } from './excerpt.ts'

/** In words why two lines that resemble each other are not the same. */
export function explainDifference(wanted: string, actual: string): string {
  if (wanted === actual) return 'is the same'
  if (collapse(wanted) === collapse(actual)) return describeBlanks(wanted, actual)
  if (wanted.toLowerCase() === actual.toLowerCase()) return 'differs in upper and lower case'
  if (wanted.normalize('NFKC') === actual.normalize('NFKC')) return 'looks alike but uses other Unicode characters'
  if (wanted.replaceAll('\\', '') === actual.replaceAll('\\', '')) return 'differs in backslashes: check the escaping'
  return `reads\n${cutLine(actual.trim())}\nwhere the old text has\n${cutLine(wanted.trim())}`
}

function describeBlanks(wanted: string, actual: string): string {
  const indent = (line: string) => /^[ \t]*/.exec(line)?.[0] ?? ''
  if (wanted.trim() === actual.trim() && indent(wanted) !== indent(actual)) {
    return `is indented by ${nameBlanks(indent(actual))}, the old text by ${nameBlanks(indent(wanted))}`
  }
  return wanted.trimEnd() === actual.trimEnd() ? 'differs in blanks at its end' : 'differs in blanks inside the line'
}

function nameBlanks(blanks: string): string {
  const tabs = blanks.split('\t').length - 1
  const spaces = blanks.length - tabs
  const parts = [tabs > 0 ? `${tabs} tab(s)` : '', spaces > 0 ? `${spaces} space(s)` : ''].filter((part) => part !== '')
  return parts.length === 0 ? 'nothing' : parts.join(' and ')
}

function collapse(line: string): string {
  return line.replaceAll(/[ \t]+/g, '')
}
