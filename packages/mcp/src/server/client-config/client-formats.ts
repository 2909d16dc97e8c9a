/** The format of the entry with which one MCP client starts a server. */
export interface ClientFormat {
  /** The file that holds the entry, as the client's documentation names it. */
  readonly file: string
  print(name: string, line: StartLine): string
}

/** The command line that starts the server, without a shell. */
export interface StartLine {
  /** Absolute path of a program. */
  readonly command: string
  readonly args: readonly string[]
}

/** By the names that `--print-config` takes. Formats as the clients' own documentation gave them in 2026. */
export const clientFormats: ReadonlyMap<string, ClientFormat> = new Map(
  Object.entries({
    claude: { file: '.mcp.json in the project (Claude Code), or claude_desktop_config.json', print: inMcpServers },
    cursor: { file: '.cursor/mcp.json in the project, or ~/.cursor/mcp.json', print: inMcpServers },
    vscode: {
      file: '.vscode/mcp.json in the project',
      print: (name, line) => json({ servers: { [name]: { type: 'stdio', ...line } } }),
    },
    gemini: { file: '.gemini/settings.json in the project, or ~/.gemini/settings.json', print: inMcpServers },
    codex: { file: '~/.codex/config.toml', print: asToml },
    opencode: {
      file: 'opencode.json in the project, or ~/.config/opencode/opencode.json',
      print: (name, { command, args }) =>
        json({ mcp: { [name]: { type: 'local', command: [command, ...args], enabled: true } } }),
    },
    windsurf: { file: '~/.codeium/windsurf/mcp_config.json', print: inMcpServers },
    zed: { file: '~/.config/zed/settings.json', print: (name, line) => json({ context_servers: { [name]: line } }) },
    generic: { file: "the client's list of MCP servers", print: inMcpServers },
  } satisfies Record<string, ClientFormat>),
)

function inMcpServers(name: string, line: StartLine): string {
  return json({ mcpServers: { [name]: line } })
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

function asToml(name: string, { command, args }: StartLine): string {
  const list = args.map(tomlString).join(', ')
  return `[mcp_servers.${tomlString(name)}]\ncommand = ${tomlString(command)}\nargs = [${list}]\n`
}

/** TOML's basic strings take JSON's escapes; DEL alone JSON leaves as it is and TOML refuses. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}
