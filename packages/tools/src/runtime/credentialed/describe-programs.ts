import { escapeToOneLine } from '@drawbridge/core/base'
import type { GrantedProgram } from './credentialed-programs.ts'

/**
 * The section of an agent's TOOLS.md about the programs that it was granted: how they are called, and each with its tips. Markdown,
 * without a line break at its end; empty where there is none. Made when it is read, never stored. Pure.
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
