import { classifyAddress } from '../address/classify-address.ts'
import { formatIpAddress } from '../address/format-ip-address.ts'
import { parseIpAddress } from '../address/parse-ip-address.ts'
import { quote, type Refusal, refuse } from '../refusal.ts'

/**
 * Judges every address of a host: one bad address refuses them all, since the next connection may use any of them.
 * Returns their canonical texts in the given order.
 */
export function judgeAddresses(
  hostname: string,
  answers: readonly string[],
  { internal }: { readonly internal: boolean },
): readonly string[] | Refusal {
  if (answers.length === 0) return refuse('no_address', `${quote(hostname)} resolves to no address.`)
  const vetted: string[] = []
  for (const answer of answers) {
    const address = parseIpAddress(answer)
    if (address === undefined) {
      return refuse('unreadable_address', `${quote(hostname)} resolves to ${quote(answer)}, which is not an address.`)
    }
    const text = formatIpAddress(address)
    const where = text === hostname ? text : `${quote(hostname)} resolves to ${quote(text)}, which`
    if (address.zone !== undefined) {
      return refuse('special_address', `${where} has a zone identifier, which is only valid on this machine.`)
    }
    const use = classifyAddress(address)
    if (use.kind === 'metadata') return refuse('metadata_host', `${where} is a cloud service: ${use.description}.`)
    if (use.kind === 'special' && !internal) {
      return refuse('special_address', `${where} is not public: ${use.description}.`)
    }
    vetted.push(text)
  }
  return vetted
}
