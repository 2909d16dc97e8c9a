import { InvalidArgumentError } from 'commander'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { AddFlags } from '../programs/add-program.ts'
import { addSecretFlags } from '../secrets/secret-flags.ts'

export const configureProgramsAdd: ConfigureCommand = (command, { io, finish }) => {
  addSecretFlags(command.argument('<name>', 'name of the program, without a folder'))
    .option('--secret <variable[=name]>', 'set a variable to a stored secret, which is looked up at each call', collect)
    .option('--from-env <variable[=name]>', 'set a variable to the current value of an environment variable', collect)
    .option('--from-file <variable=file>', 'set a variable to the current content of a file', collect)
    .option('--stdin <variable>', 'set a variable to the text on standard input')
    .option(
      '--path <file>',
      'the file of the program (default: the first on the search path that only its owner can replace)',
    )
    .option(
      '--preset <name>',
      'built-in knowledge of a program: denied arguments, settings, tips (default: the preset of its name)',
    )
    .option('--no-preset', 'use no preset')
    .option('--deny-args <pattern>', 'refuse arguments that match, joined by blanks (RE2)', collect)
    .option('--deny-verbose <pattern>', 'refuse an argument that begins like this (RE2)', collect)
    .option('--timeout-seconds <number>', 'time limit of a call (default: 30)', positive)
    .option('--tips <text>', 'advice for the model about its use')
    .option('--disabled', 'store it, but let no one use it')
    .option('--replace', 'replace the program of that name; grants stay')
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
        'At first it is granted to no one: see `drawbridge programs grant`.',
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
  throw new InvalidArgumentError('It must be a whole number from 1 to 1800.')
}
