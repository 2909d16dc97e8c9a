import type { CallBuilder } from './call-builder.ts'
import type { Operand } from './parse-arguments.ts'
import type { Profile } from './profile.ts'
import type { ArgumentRole } from './role.ts'

/** Gives each operand its role. Operands that the profile does not expect are gadgets. */
export function applyOperands(profile: Profile, call: CallBuilder): void {
  const { operands, options } = call.parsed
  const reads = profile.readonly === true || profile.core !== undefined
  const roles = (profile.operands ?? '').split(' ').filter((role) => role !== '')
  const patternGiven = options.some((given) => given.option.role === 'pattern')
  if (patternGiven && roles[0] === 'pattern') roles.shift()
  for (const [operand, role] of assign(operands, roles)) {
    if (role === undefined) {
      call.strays(`the operand ${operand.word.text} is not expected`)
      call.gadget(operand.index, `the operand ${operand.word.text} is not expected`)
    } else {
      call.apply(role, operand.word, operand.index, operand.word.text)
      if (role === 'name' && !reads && /^[~/](?!\/)|(?:^|\/)\.\.(?:\/|$)/.test(operand.word.text))
        call.path(operand.word, 'execute')
    }
  }
}

function assign(operands: readonly Operand[], roles: readonly string[]): [Operand, ArgumentRole | undefined][] {
  const star = roles.findIndex((role) => role.endsWith('*'))
  if (star < 0) return operands.map((operand, index) => [operand, roles[index] as ArgumentRole | undefined])
  const head = roles.slice(0, star)
  const tail = roles.slice(star + 1)
  const repeated = roles[star]?.slice(0, -1)
  const tailStart = Math.max(head.length, operands.length - tail.length)
  return operands.map((operand, index) => {
    if (index < head.length) return [operand, head[index] as ArgumentRole]
    if (index >= tailStart) return [operand, tail[index - tailStart] as ArgumentRole]
    return [operand, repeated as ArgumentRole]
  })
}
