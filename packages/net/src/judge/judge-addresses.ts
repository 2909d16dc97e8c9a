import { classifyAddress } from '../address/classify-address.ts'
import { formatIpAddress } from '../address/format-ip-address.ts'
import { parseIpAddress } from '../address/parse-ip-address.ts'
import { quote, type Refusal, refuse } from '../refusal.ts'

/**
 * Judges every address that a host resolves to: one bad answer refuses them all, since nobody can tell which one the
 * next connection would take. Returns their canonical texts in the order given.
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
      return refuse('unreadable_address', `${quote(hostname)} resolves to ${quote(answer)}, which is no address.`)
    }
    const text = formatIpAddress(address)
    const where = text === hostname ? text : `${quote(hostname)} resolves to ${quote(text)}, which`
    if (address.zone !== undefined) {
      return refuse('special_address', `${where} has a zone identifier: it means something on this machine only.`)
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
