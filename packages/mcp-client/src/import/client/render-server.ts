import type { ConfigValue } from '../document/config-syntax.ts'
import type { WrittenServer } from '../plan/server-definition.ts'
import type { ClientFile } from './client-file.ts'

/** Renders one of our servers for a client: the reverse of reading one. References stay as our section has them. */
export function renderServer({ shape, isList }: ClientFile, name: string, server: WrittenServer): ConfigValue {
  const { command, args = [], env, cwd, url, transport, headers, enabled, toolAllow, toolDeny } = server
  const named = isList === true ? { name } : {}
  const isOn = enabled !== false
  const common = {
    ...named,
    ...(shape.enabled === 'enabled' ? { enabled: isOn } : isOn ? {} : { disabled: true }),
    ...(shape.toolAllow === undefined || toolAllow === undefined ? {} : { [shape.toolAllow]: toolAllow }),
    ...(shape.toolDeny === undefined || toolDeny === undefined ? {} : { [shape.toolDeny]: toolDeny }),
  }
  if (url !== undefined) {
    const kind = transport === 'sse' ? 'sse' : 'http'
    const [key = 'url', means] = shape.urls.find(([, each]) => each === kind || each === 'by type') ?? []
    const type = shape.remoteType === undefined ? {} : { type: kind === 'sse' ? 'sse' : shape.remoteType }
    return {
      ...common,
      ...(means === 'by type' ? type : {}),
      [key]: url,
      ...(headers === undefined ? {} : { [shape.headers]: headers }),
    }
  }
  const { type } = shape.own
  const list: readonly ConfigValue[] = Array.isArray(args) ? args : []
  return {
    ...common,
    ...(type === undefined ? {} : { type }),
    ...(shape.command === 'array'
      ? { command: [command ?? '', ...list] }
      : { [shape.command]: command ?? '', args: list }),
    ...(env === undefined ? {} : { [shape.env]: env }),
    ...(cwd === undefined ? {} : { cwd }),
  }
}
