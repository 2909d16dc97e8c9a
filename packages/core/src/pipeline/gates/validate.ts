import { failure } from '../../outcome/failure.ts'
import { describeProblems, type InputValidation, validateInput } from '../../schema/index.ts'
import type { ResolvedCall, ValidatedCall } from '../call.ts'
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
  if (!validation.ok) {
    const cutOff = validation.truncated ? ' They seem to have been truncated: send the complete call again.' : ''
    const message = `The arguments of "${call.exposedName}" are invalid.${cutOff}\n${describeProblems(validation.problems)}`
    return stop('failed', failure('validation_error', message, { data: { problems: validation.problems } }))
  }
  const objection = call.tool.definition.check?.(validation.value)
  if (objection !== undefined)
    return stop(
      'failed',
      failure('validation_error', `The arguments of "${call.exposedName}" are invalid: ${objection}`),
    )
  return { ...call, input: validation.value, repairs }
}
