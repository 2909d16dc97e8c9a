import { Argument } from 'commander'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureDemo: ConfigureCommand = (command, { io, finish }) => {
  command
    .addArgument(new Argument('[of]', 'what to watch').choices(['project', 'teams']).default('project'))
    .addHelpText(
      'after',
      examplesHelp([
        ['Watch it, and answer when you are asked', 'drawbridge demo'],
        ['Watch a lead and three members on the board of a team', 'drawbridge demo teams'],
      ]),
    )
    .action(async (of: 'project' | 'teams') => {
      // Written before anything heavy is loaded, so that the screen is not empty meanwhile.
      await io.output.write(
        'Drawbridge demo. The model is SCRIPTED: it follows a fixed text and needs no key. The tools, the policy,\n' +
          'the approvals and the record are the real ones.\n\n',
      )
      if (of === 'teams') {
        finish(await (await import('../demo/run-team-demo.ts')).runTeamDemo(io))
        await io.output.write('\nNow with agents of your own: see docs/teams.md.\n')
        return
      }
      const { runDemo } = await import('../demo/run-demo.ts')
      finish(await runDemo(io))
      await io.output.write(
        '\nNow with your own folder (see docs/cli.md):\n' +
          '  npx --no drawbridge tools\n' +
          `  npx --no drawbridge call fs.read_file '{"path":"package.json"}'\n` +
          '  npx --no drawbridge mcp --print-config claude\n',
      )
    })
}
