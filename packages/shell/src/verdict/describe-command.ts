import type { ShellCommand } from '../model/shell-command.ts'

/** A command as a person reads it: expanded words, quoted where needed, with assignments and redirections. */
export function describeCommand(command: ShellCommand): string {
  const parts = [
    ...command.assignments.filter(() => command.argv.length === 0).map(({ name, value }) => `${name}=${value.text}`),
    ...command.argv.map((word) => quote(word.text)),
    ...command.redirects.map(({ operator, target }) => `${operator} ${target.text}`),
  ]
  const text = parts.join(' ')
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

const quote = (text: string): string => (/^[\w@%+=:,./$~*?{}[\]-]+$/.test(text) ? text : JSON.stringify(text))
