/** Returns the address of the client. A header counts only if the peer is a proxy that the operator trusts. */
export function clientAddress(peer: string, headers: Headers, trusted: readonly string[]): string {
  const known = new Set(trusted)
  let address = plain(peer)
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map((each) => plain(each.trim()))
  for (let hop = hops.pop(); known.has(address) && hop !== undefined && hop !== ''; hop = hops.pop()) address = hop
  return address
}

/** Returns the network that attempts are counted for: an IPv6 client has a whole /64 to choose addresses from. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const [front, back] = [groups(head), groups(tail ?? '')]
  const filled =
    tail === undefined ? front : [...front, ...Array(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
  return `${filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

function groups(text: string): readonly string[] {
  return text === '' ? [] : text.toLowerCase().split(':')
}

/** An IPv4 address as such, even if the system gives it in the form of IPv6. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
