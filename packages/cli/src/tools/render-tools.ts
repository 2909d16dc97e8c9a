import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import { type Style, wrapText } from '@drawbridge/room/text'
import { wrapHanging } from '../text/wrap-hanging.ts'
import type { ChosenTools } from './choose-tools.ts'

/** The tool set of a run for a person: what each tool is for and how much it may do. */
export function renderTools({ tools, hidden, names }: ChosenTools, columns: number, style: Style): string {
  const available = tools.flatMap(({ name, description, permission, risk }) => {
    const exposedName = names.exposedName(name) ?? name
    const shown = names.speech(exposedName)?.describe(description, names) ?? description
    const alias = exposedName === name ? '' : style.faint(` as ${exposedName}`)
    return [
      `${style.strong(name)}${alias}  ${permission}, ${risk}`,
      ...wrapText(escapeUnprintable(shown), columns - 4).map((line) => `    ${line}`),
    ]
  })
  const absent = hidden.map(({ name, reason, source }) => {
    const text = `${escapeToOneLine(reason)} (${source})`
    return wrapHanging(text, { columns, indent: 4, lead: `${style.strong(name)}  `, leadWidth: name.length + 2 })
  })
  return [...available, ...(absent.length === 0 ? [] : ['', 'Not available:', ...absent]), ''].join('\n')
}
