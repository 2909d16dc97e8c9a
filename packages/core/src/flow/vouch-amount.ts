import { readNumber } from './normal-forms.ts'
import type { FlowVoucher } from './sink.ts'
import { type SinkValue, vouch, type Witnesses } from './vouch.ts'

/**
 * Finds who vouches for an amount: the user's own number, or at most two operations over the user's numbers and numeric fields, and the
 * latter only if the user's own words name the recipient.
 */
export function vouchAmount(
  sink: SinkValue,
  values: readonly SinkValue[],
  witnesses: Witnesses,
): Pick<FlowVoucher, 'by' | 'rule' | 'origin'> | undefined {
  const wanted = readNumber(sink.value)
  if (wanted === undefined) return vouch(sink, witnesses)
  const { ledger } = witnesses
  const spoken = ledger.trusted.flatMap(({ plain }) => numbersIn(plain))
  if (spoken.some((each) => isClose(each, wanted))) return { by: 'user' }
  const recipients = values.filter(({ kind }) => kind === 'recipient')
  const areOwn = recipients.every((each) => {
    const by = vouch(each, witnesses)?.by
    return by === 'user' || by === 'operator' || by === 'constant' || by === 'grant'
  })
  if (!areOwn || recipients.length === 0) return undefined
  return isResultOf(wanted, [...new Set(spoken)], ledger.numbers) ? { by: 'field', rule: 'computed' } : undefined
}

function numbersIn(text: string): readonly number[] {
  return (text.match(/(?<![\p{L}\d.])\d[\d,]*(?:\.\d+)?%?(?![\p{L}\d])/gu) ?? []).flatMap((each) => {
    const number = readNumber(each)
    return number === undefined ? [] : each.endsWith('%') ? [number, number / 100] : [number]
  })
}

function isClose(left: number, right: number): boolean {
  return Math.abs(left - right) < 0.005
}

const operations: readonly ((left: number, right: number) => number)[] = [
  (left, right) => left + right,
  (left, right) => left - right,
  (left, right) => left * right,
  (left, right) => (right === 0 ? Number.NaN : left / right),
]

function isResultOf(wanted: number, spoken: readonly number[], fields: readonly number[]): boolean {
  if (fields.some((each) => isClose(each, wanted))) return true
  const once = fields.flatMap((field) =>
    spoken.flatMap((number) => operations.flatMap((operate) => [operate(field, number), operate(number, field)])),
  )
  if (once.some((each) => isClose(each, wanted))) return true
  return once.some((each) =>
    spoken.some((number) => operations.some((operate) => isClose(operate(each, number), wanted))),
  )
}
