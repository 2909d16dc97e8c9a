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
    `These have credentials of their own, which you never see. Call them with \`runtime.credentialed_exec\`, such as \`{"binary": "${first.name}", "args": ["--help"]}\`, or as a whole command line of \`runtime.exec\`. No shell reads their arguments: no pipes, redirections, variables or other commands beside them; work on what they print afterwards. \`"check": true\` says whether arguments would be refused.`,
    '',
    ...programs.map(({ name, tips }) => (tips === '' ? `- \`${name}\`` : `- \`${name}\`: ${escapeToOneLine(tips)}`)),
  ].join('\n')
}
