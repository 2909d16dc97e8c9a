import { analyseCommand, defaultDenySettings, obeyedFiles, unapprovedOf } from '@drawbridge/shell'
import { type CommandTarget, shellCommand } from '../../target/target.ts'

/** The command targets of a shell line, as an analysing resolver makes them. */
export function commandsOf(line: string): readonly CommandTarget[] {
  const analysis = analyseCommand(line, { workspace: '/workspace', home: '/home/user' })
  return analysis.commands.map((command) => ({
    kind: 'command',
    argv: command.argv.map(({ text, static: isStatic }) => ({ text, static: isStatic })),
    program: { name: command.argv[0]?.text ?? '' },
    cwd: '/workspace',
    dynamic: command.argv.some((word) => !word.static),
    readonly: unapprovedOf(command, analysis) !== null,
    unapproved: unapprovedOf(command, analysis),
    gadgets: [],
    code: obeyedFiles(command, '/workspace'),
    denyGroups: analysis.denials
      .filter((denial) => denial.command === command)
      .map(({ group, why }) => ({ group, action: defaultDenySettings[group] === 'deny' ? 'deny' : 'ask', part: why })),
    [shellCommand]: command,
  }))
}
