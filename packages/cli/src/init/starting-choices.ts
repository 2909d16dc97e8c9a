/** A decision that the operator makes with `init`: by a flag, at the terminal, or by leaving the first value. */
export interface StartingChoice {
  readonly question: string
  /** The first is the default. */
  readonly values: readonly { readonly value: string; readonly means: string }[]
}

/** The decisions of `init`, by the name of their flag. */
export const startingChoices = {
  profile: {
    question: 'Which tools should there be?',
    values: [
      { value: 'full', means: 'every tool (the built-in setting)' },
      { value: 'coding', means: 'files, commands, web, memory, sessions, questions' },
      { value: 'messaging', means: 'web, sessions, questions; no files, no commands' },
      { value: 'minimal', means: 'almost none: add those you want with "alsoAllow"' },
    ],
  },
  mode: {
    question: 'Which calls should ask you?',
    values: [
      { value: 'default', means: 'whatever changes something, and reads outside the workspace (the built-in setting)' },
      { value: 'accept-edits', means: 'the same, but files in the workspace may be edited unasked' },
      { value: 'plan', means: 'nothing may be changed at all' },
      { value: 'non-interactive', means: 'none: what would ask is denied' },
    ],
  },
  sandbox: {
    question: 'Where should commands and file tools run?',
    values: [
      { value: 'off', means: 'on this machine (the built-in setting)' },
      { value: 'non-main', means: 'agents that were started by another agent run in a sandbox' },
      { value: 'all', means: 'every call runs in a sandbox; needs bubblewrap' },
    ],
  },
} as const satisfies Readonly<Record<string, StartingChoice>>

export type ChoiceName = keyof typeof startingChoices
export type StartingAnswers = Readonly<Record<ChoiceName, string>>

export const choiceNames = Object.keys(startingChoices) as readonly ChoiceName[]

/** Returns the words that a flag accepts. */
export function valuesOf(name: ChoiceName): readonly string[] {
  return startingChoices[name].values.map(({ value }) => value)
}
