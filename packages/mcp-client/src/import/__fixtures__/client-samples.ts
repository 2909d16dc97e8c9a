import type { WrittenServer } from '../plan/server-definition.ts'

/** A file of a client as people have them, and what an import makes of it. */
export interface ClientSample {
  readonly client: string
  /** Below the person's home, or below the project. */
  readonly path: string
  readonly in: 'home' | 'project'
  readonly text: string
  /** The servers that our section gets. Names of kept secrets follow from them. */
  readonly servers: Readonly<Record<string, WrittenServer>>
  /** Parts of the report that must be there. */
  readonly says?: readonly string[]
  /** Comments and settings that must survive next to our entry. */
  readonly keeps: readonly string[]
}

/** Values that look like secrets, made at run time. */
export const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
export const bearer = ['sk', 'live', '0123456789abcdefABCDEF'].join('-')

export const clientSamples: readonly ClientSample[] = [
  {
    client: 'claude-desktop',
    in: 'home',
    path: '.config/Claude/claude_desktop_config.json',
    text: `{
  "globalShortcut": "Ctrl+Space",
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "${token}" }
    },
    "filesystem": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/srv/a b"]
    }
  }
}
`,
    servers: {
      github: {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-github'],
        env: { GITHUB_PERSONAL_ACCESS_TOKEN: '${secret:MCP_GITHUB_GITHUB_PERSONAL_ACCESS_TOKEN}' },
      },
      filesystem: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/srv/a b'] },
    },
    keeps: ['"globalShortcut": "Ctrl+Space"'],
  },
  {
    client: 'claude-code',
    in: 'home',
    path: '.claude.json',
    text: JSON.stringify(
      {
        numStartups: 12,
        projects: {
          '/srv/one': {
            allowedTools: ['x'],
            mcpServers: { local: { type: 'stdio', command: 'node', args: ['s.js', '${PORT:-3000}'], env: {} } },
          },
          '/srv/two': { mcpServers: {} },
        },
        mcpServers: {
          sentry: {
            type: 'http',
            url: 'https://mcp.example.com/mcp',
            headers: { Authorization: `Bearer ${bearer}`, 'X-Plain': '${HOME}' },
          },
        },
      },
      undefined,
      2,
    ),
    servers: {
      sentry: {
        url: 'https://mcp.example.com/mcp',
        headers: { Authorization: 'Bearer ${secret:MCP_SENTRY_AUTHORIZATION}', 'X-Plain': '${env:HOME}' },
      },
      local: { command: 'node', args: ['s.js', '3000'], cwd: '/srv/one' },
    },
    keeps: ['"numStartups": 12', '"allowedTools"', '"/srv/two"'],
  },
  {
    client: 'claude-code',
    in: 'project',
    path: '.mcp.json',
    text: '{"mcpServers":{"repo":{"command":"./run.sh","args":["--stdio"]}}}',
    servers: { repo: { command: './run.sh', args: ['--stdio'], cwd: 'PROJECT', enabled: false } },
    says: ['nobody agreed'],
    keeps: [],
  },
  {
    client: 'cursor',
    in: 'home',
    path: '.cursor/mcp.json',
    text: '\uFEFF{\r\n\t// by hand\r\n\t"mcpServers": {\r\n\t\t"notes": { "command": "uvx", "args": ["notes-mcp"], "env": { "DIR": "${userHome}/notes", "KIND": "${env:NO_SUCH_KIND}" } }, // mine\r\n\t\t"web": { "url": "https://api.example.com/sse", "type": "sse" }\r\n\t}\r\n}\r\n',
    servers: {
      notes: { command: 'uvx', args: ['notes-mcp'], env: { DIR: 'HOME/notes', KIND: '<input:NO_SUCH_KIND>' }, enabled: false },
      web: { url: 'https://api.example.com/sse', transport: 'sse' },
    },
    says: ['needs input: NO_SUCH_KIND'],
    keeps: ['// by hand', '// mine', '"notes"'],
  },
  {
    client: 'vscode',
    in: 'home',
    path: '.config/Code/User/mcp.json',
    text: `{
    // asked once
    "inputs": [{ "id": "api-key", "type": "promptString", "password": true }],
    "servers": {
        "paid": { "type": "stdio", "command": "node", "args": ["/opt/paid.js"], "env": { "API_KEY": "\${input:api-key}" } },
        "free": { "type": "http", "url": "http://127.0.0.1:9000/mcp", "headers": { "X-Api-Key": "${token}" } },
    }
}
`,
    servers: {
      paid: { command: 'node', args: ['/opt/paid.js'], env: { API_KEY: '<input:api-key>' }, enabled: false },
      free: { url: 'http://127.0.0.1:9000/mcp', headers: { 'X-Api-Key': '${secret:MCP_FREE_X_API_KEY}' } },
    },
    says: ['needs input: api-key'],
    keeps: ['// asked once', '"inputs": [{ "id": "api-key"', '"paid"'],
  },
  {
    client: 'vscode',
    in: 'home',
    path: '.config/Code/User/settings.json',
    text: '{\n  "editor.fontSize": 13, // big\n  "mcp": { "servers": { "old": { "command": "old-server" } } },\n  "files.eol": "\\n"\n}\n',
    servers: { old: { command: 'old-server' } },
    keeps: ['"editor.fontSize": 13, // big', '"files.eol": "\\n"'],
  },
  {
    client: 'vscode',
    in: 'project',
    path: '.vscode/mcp.json',
    text: '{ "servers": { "here": { "command": "npm", "args": ["run", "mcp", "--", "${workspaceFolder}"], "envFile": ".env" } } }\n',
    servers: {},
    says: ['envFile'],
    keeps: ['"envFile": ".env"'],
  },
  {
    client: 'copilot-cli',
    in: 'home',
    path: '.copilot/mcp-config.json',
    text: '{"mcpServers":{"db":{"type":"local","command":"db-mcp","args":["--password","s3cr3t-pass-word"],"tools":["*"]}}}',
    servers: { db: { command: 'db-mcp', args: ['--password', '${secret:MCP_DB_PASSWORD}'] } },
    keeps: [],
  },
  {
    client: 'windsurf',
    in: 'home',
    path: '.codeium/windsurf/mcp_config.json',
    text: '{\n  "mcpServers": {\n    "search": {\n      "serverUrl": "https://search.example.com/mcp",\n      "disabledTools": ["delete_index"]\n    },\n    "off": { "command": "off-server", "disabled": true }\n  }\n}\n',
    servers: {
      search: { url: 'https://search.example.com/mcp', toolDeny: ['delete_index'] },
      off: { command: 'off-server', enabled: false },
    },
    keeps: [],
  },
  {
    client: 'antigravity',
    in: 'home',
    path: '.gemini/antigravity/mcp_config.json',
    text: '{\n  "mcpServers": { "maps": { "serverUrl": "https://maps.example.com/mcp" } }\n}\n',
    servers: { maps: { url: 'https://maps.example.com/mcp' } },
    keeps: [],
  },
  {
    client: 'zed',
    in: 'home',
    path: '.config/zed/settings.json',
    text: `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "postgres-context-server": { "source": "extension", "enabled": true, "settings": {} },
    "custom": { "source": "custom", "enabled": true, "command": "my-server", "args": [], "env": {} },
    "older": { "command": { "path": "older-server", "args": ["-v"], "env": { "A": "1" } } },
  },
}
`,
    servers: { custom: { command: 'my-server' }, older: { command: 'older-server', args: ['-v'], env: { A: '1' } } },
    says: ['comes from an extension of Zed'],
    keeps: ['// Zed settings', '"theme": "One Dark"', '"postgres-context-server": { "source": "extension"'],
  },
  {
    client: 'zed',
    in: 'project',
    path: '.zed/settings.json',
    text: '{\n  "tab_size": 2, // ours\n  "context_servers": { "lint": { "command": "lint-mcp", "args": [] } }\n}\n',
    servers: { lint: { command: 'lint-mcp', cwd: 'PROJECT', enabled: false } },
    keeps: ['"tab_size": 2, // ours', '"lint-mcp"'],
  },
  {
    client: 'gemini',
    in: 'home',
    path: '.gemini/settings.json',
    text: '{\n  /* look */ "theme": "GitHub",\n  "mcpServers": {\n    "docs": { "httpUrl": "https://docs.example.com/mcp", "timeout": 30000, "trust": true, "includeTools": ["read", "find"], "excludeTools": ["find"] }\n  }\n}\n',
    servers: {
      docs: {
        url: 'https://docs.example.com/mcp',
        toolAllow: ['read', 'find'],
        toolDeny: ['find'],
        timeouts: { callSeconds: 30 },
      },
    },
    says: ['not carried over: trust'],
    keeps: ['/* look */ "theme": "GitHub"'],
  },
  {
    client: 'opencode',
    in: 'home',
    path: '.config/opencode/opencode.jsonc',
    text: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    // local one
    "files": { "type": "local", "command": ["bun", "x", "files-mcp"], "environment": { "ROOT": "{env:HOME}" }, "enabled": true },
    "remote": { "type": "remote", "url": "https://r.example.com/mcp", "enabled": false }
  }
}
`,
    servers: {
      files: { command: 'bun', args: ['x', 'files-mcp'], env: { ROOT: '${env:HOME}' } },
      remote: { url: 'https://r.example.com/mcp', enabled: false },
    },
    keeps: ['"$schema"', '// local one'],
  },
  {
    client: 'codex',
    in: 'home',
    path: '.codex/config.toml',
    text: `# my model
model = "gpt-5"   # fast

[mcp_servers.context7]
command = "npx"
args = ["-y", "@upstash/context7-mcp"]
startup_timeout_sec = 20
tool_timeout_sec = 90.5
enabled_tools = ["query"]

[mcp_servers.context7.env]
CONTEXT7_API_KEY = "${token}"

[mcp_servers."figma"]
url = "https://mcp.figma.example/mcp"
bearer_token_env_var = "NO_SUCH_FIGMA_TOKEN"

[profiles.deep]   # keep
model = "o3"
`,
    servers: {
      context7: {
        command: 'npx',
        args: ['-y', '@upstash/context7-mcp'],
        env: { CONTEXT7_API_KEY: '${secret:MCP_CONTEXT7_CONTEXT7_API_KEY}' },
        toolAllow: ['query'],
        timeouts: { startSeconds: 20, callSeconds: 90.5 },
      },
      figma: {
        url: 'https://mcp.figma.example/mcp',
        headers: { Authorization: 'Bearer <input:NO_SUCH_FIGMA_TOKEN>' },
        enabled: false,
      },
    },
    says: ['needs input: NO_SUCH_FIGMA_TOKEN'],
    keeps: ['# my model', 'model = "gpt-5"   # fast', '[profiles.deep]   # keep', '[mcp_servers."figma"]'],
  },
  {
    client: 'cline',
    in: 'home',
    path: '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
    text: '{\n  "mcpServers": {\n    "weather": {\n      "type": "streamableHttp",\n      "url": "https://weather.example.com/mcp",\n      "autoApprove": ["get"],\n      "timeout": 120\n    }\n  }\n}\n',
    servers: { weather: { url: 'https://weather.example.com/mcp', timeouts: { callSeconds: 120 } } },
    says: ['not carried over: autoApprove'],
    keeps: [],
  },
  {
    client: 'continue',
    in: 'home',
    path: '.continue/config.yaml',
    text: `name: Local Assistant # mine
version: 1.0.0
schema: v1
mcpServers:
  - name: SQLite MCP
    command: npx
    args:
      - -y
      - mcp-sqlite
      - /srv/db.sqlite
  # the paid one
  - name: Paid
    command: uvx
    env:
      KEY: \${{ secrets.PAID_KEY }}
models: []
`,
    servers: {
      'sqlite-mcp': { command: 'npx', args: ['-y', 'mcp-sqlite', '/srv/db.sqlite'] },
      paid: { command: 'uvx', env: { KEY: '<input:PAID_KEY>' }, enabled: false },
    },
    says: ['needs input: PAID_KEY'],
    keeps: ['name: Local Assistant # mine', '  # the paid one', 'KEY: ${{ secrets.PAID_KEY }}', 'models: []'],
  },
  {
    client: 'goose',
    in: 'home',
    path: '.config/goose/config.yaml',
    text: `GOOSE_MODEL: x   # which
extensions:
  developer:
    type: builtin
    enabled: true
  fetch:
    type: stdio
    enabled: true
    cmd: uvx
    args: [mcp-server-fetch]
    envs: {}
    timeout: 300
  keyed:
    type: stdio
    enabled: true
    cmd: keyed
    env_keys: [KEYED_TOKEN]
`,
    servers: {
      fetch: { command: 'uvx', args: ['mcp-server-fetch'], timeouts: { callSeconds: 300 } },
      keyed: { command: 'keyed', env: { KEYED_TOKEN: '<input:KEYED_TOKEN>' }, enabled: false },
    },
    says: ['is built into Goose', 'needs input: KEYED_TOKEN'],
    keeps: ['GOOSE_MODEL: x   # which', 'type: builtin', 'env_keys: [KEYED_TOKEN]'],
  },
  ...(
    [
      ['jetbrains', 'project', '.ai/mcp/mcp.json'],
      ['junie', 'home', '.junie/mcp/mcp.json'],
      ['kiro', 'home', '.kiro/settings/mcp.json'],
      ['lm-studio', 'home', '.lmstudio/mcp.json'],
      ['trae', 'home', '.config/Trae/User/mcp.json'],
      ['air', 'project', '.air/mcp.json'],
    ] as const
  ).map(([client, place, path]): ClientSample => {
    const id = `plain-${client}`
    return {
      client,
      in: place,
      path,
      text: `{\n  "mcpServers": {\n    "${id}": {\n      "command": "${client}-server"\n    }\n  }\n}`,
      servers: {
        [id]: { command: `${client}-server`, ...(place === 'project' ? { cwd: 'PROJECT', enabled: false } : {}) },
      },
      keeps: [],
    }
  }),
  {
    client: 'copilot-jetbrains',
    in: 'home',
    path: '.config/github-copilot/intellij/mcp.json',
    text: '{\n  "servers": {\n    "jet": { "command": "jet-server" }\n  }\n}\n',
    servers: { jet: { command: 'jet-server' } },
    keeps: [],
  },
]
