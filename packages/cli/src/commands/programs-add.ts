import { InvalidArgumentError } from 'commander'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { AddFlags } from '../programs/add-program.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureProgramsAdd: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'what the program is called, without a folder'))
    .option('--secret <variable[=name]>', 'set a variable to a secret, whatever it is at the time', collect)
    .option('--from-env <variable[=name]>', 'set a variable to what one of the environment is now', collect)
    .option('--from-file <variable=file>', 'set a variable to what a file holds now', collect)
    .option('--stdin <variable>', 'set a variable to what standard input holds')
    .option(
      '--path <file>',
      'the file that it has to be (default: the first on the search path that only its owner can replace)',
    )
    .option(
      '--preset <name>',
      'what is known of a program: what it must not be asked, settings, tips (default: that of its name)',
    )
    .option('--no-preset', 'leave that out')
    .option('--deny-args <pattern>', 'refuse arguments that match, joined by blanks (RE2)', collect)
    .option('--deny-verbose <pattern>', 'refuse an argument that begins like this (RE2)', collect)
    .option('--timeout-seconds <number>', 'time limit of a call (default: 30)', positive)
    .option('--tips <text>', 'what the model is told about its use')
    .option('--disabled', 'keep it, but let nobody use it')
    .option('--replace', 'put it in the place of the one of that name; grants stay')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['GitHub, with a secret of its own', 'gh auth token | drawbridge programs add gh --stdin GH_TOKEN'],
          [
            'With a secret that others use as well',
            'drawbridge programs add psql --secret PGPASSWORD=REPORTS_PASSWORD',
          ],
        ],
        'It is granted to nobody at first: see `drawbridge programs grant`.',
      ),
    )
    .action(async (name: string, flags: AddFlags) => {
      const { addProgram } = await import('../programs/add-program.ts')
      finish(await addProgram(name, flags, io))
    })
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

function positive(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number > 0 && number <= 1800) return number
  throw new InvalidArgumentError('It has to be a whole number from 1 to 1800.')
}
