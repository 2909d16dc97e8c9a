import { type Failure, failure } from '../../outcome/failure.ts'
import {
  describeProblems,
  type InputValidation,
  isUnknownField,
  type MissingArguments,
  validateInput,
} from '../../schema/index.ts'
import type { NormalizedCall, ResolvedCall, ValidatedCall } from '../call.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'

/** Repairs what is lossless to repair, then holds the input against the tool's schema and its own check. */
export function validate(
  call: ResolvedCall,
  _context: RunContext,
): ValidatedCall | Stop | Promise<ValidatedCall | Stop> {
  const validation = validateInput(call.tool.schema, call.arguments)
  return validation instanceof Promise
    ? validation.then((settled) => conclude(call, settled))
    : conclude(call, validation)
}

function conclude(call: ResolvedCall, validation: InputValidation): ValidatedCall | Stop {
  const repairs = validation.repairs.length === 0 ? call.repairs : [...call.repairs, ...validation.repairs]
  if (!validation.ok) return stop('failed', invalidArguments(call, inWordsOf(call, validation)))
  const objection = call.tool.definition.check?.(validation.value)
  if (objection !== undefined)
    return stop(
      'failed',
      failure('validation_error', `The arguments of "${call.exposedName}" are invalid: ${objection}`),
    )
  return { ...call, input: validation.value, repairs }
}

type Invalid = Pick<Extract<InputValidation, { readonly ok: false }>, 'problems' | 'missing'>

/** Names the places of problems as the model knows them. */
function inWordsOf({ spoken }: NormalizedCall, { problems, missing }: Invalid): Invalid {
  if (spoken === undefined) return { problems, missing }
  const { place } = spoken.speech
  const worded = problems.map(({ path, expected, received }) => ({
    path: place(path),
    expected: isUnknownField(expected) ? expected.replaceAll(/"([^"]+)"/g, (_, name) => `"${place(name)}"`) : expected,
    received,
  }))
  return { problems: worded, missing }
}

/** A person who calls a tool without arguments truncated nothing: only the text of JSON shows that it ends too early. */
const hints = {
  empty:
    'None were given, although some are required. If you gave some, the call was truncated: send it again with all of them.',
  truncated: 'They seem to have been truncated: send the complete call again.',
} as const satisfies Readonly<Record<MissingArguments, string>>

/** Tells a model what is wrong with its arguments, and where. */
export function invalidArguments(
  { exposedName }: Pick<NormalizedCall, 'exposedName'>,
  { problems, missing }: Invalid,
): Failure {
  const hint = missing === undefined ? '' : ` ${hints[missing]}`
  const message = `The arguments of "${exposedName}" are invalid.${hint}\n${describeProblems(problems)}`
  return failure('validation_error', message, { data: { problems } })
}
