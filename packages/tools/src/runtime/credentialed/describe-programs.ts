import { escapeToOneLine } from '@drawbridge/core/base'
import type { GrantedProgram } from './credentialed-programs.ts'

/**
 * Returns the section of an agent's TOOLS.md about its granted programs: how to call them, and the tips of each.
 * Markdown, without a trailing line break; empty if there are none. Made on every read, never stored. Pure.
 */
export function describePrograms(programs: readonly Pick<GrantedProgram, 'name' | 'tips'>[]): string {
  const [first] = programs
  if (first === undefined) return ''
  return [
    '## Programs with credentials',
    '',
    `These programs have credentials, which you never see. Call them with \`runtime.credentialed_exec\`, such as \`{"binary": "${first.name}", "args": ["--help"]}\`, or as a whole command line of \`runtime.exec\`. No shell reads their arguments: no pipes, redirections, variables or further commands; process their output afterwards. \`"check": true\` checks if arguments would be refused.`,
    '',
    ...programs.map(({ name, tips }) => (tips === '' ? `- \`${name}\`` : `- \`${name}\`: ${escapeToOneLine(tips)}`)),
  ].join('\n')
}
