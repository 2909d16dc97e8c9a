/** Hosts inside the sandbox are reached without the proxy, which could not reach them. */
const ownHosts = 'localhost,127.0.0.1,::1,[::1]'

/** In a private network no one else can have the port. */
export const proxyPort = 3128

/**
 * The variables by which curl, git, npm, pip, cargo, Go and Node find the proxy on the loopback address. Some programs read only
 * small letters, some only capitals. Pure.
 */
export function proxyEnvironment(): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${proxyPort}`
  const variables = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: ownHosts }
  const small = Object.entries(variables).map(([name, value]) => [name.toLowerCase(), value] as const)
  return { ...variables, ...Object.fromEntries(small), NODE_USE_ENV_PROXY: '1' }
}
