import type { ClientFile } from './client-file.ts'
import { entryShapes } from './entry-shapes.ts'

const mcpServers = { syntax: 'json', root: ['mcpServers'], shape: entryShapes.plain, interpolation: 'never' } as const

const claudeCode = {
  client: 'claude-code',
  title: 'Claude Code',
  ...mcpServers,
  shape: entryShapes.typed,
  interpolation: 'shell',
} as const
const cursor = { client: 'cursor', title: 'Cursor', ...mcpServers, interpolation: 'editor' } as const
const vscode = {
  client: 'vscode',
  title: 'VS Code',
  syntax: 'json',
  root: ['servers'],
  shape: entryShapes.typed,
  interpolation: 'editor',
} as const
const zed = {
  client: 'zed',
  title: 'Zed',
  syntax: 'json',
  root: ['context_servers'],
  shape: entryShapes.zed,
  interpolation: 'never',
} as const
const gemini = {
  client: 'gemini',
  title: 'Gemini CLI',
  ...mcpServers,
  shape: entryShapes.gemini,
  interpolation: 'bareVariable',
} as const
const opencode = {
  client: 'opencode',
  title: 'opencode',
  syntax: 'json',
  root: ['mcp'],
  shape: entryShapes.opencode,
  interpolation: 'braces',
} as const
const codex = {
  client: 'codex',
  title: 'Codex',
  syntax: 'toml',
  root: ['mcp_servers'],
  shape: entryShapes.codex,
  interpolation: 'never',
} as const
const cline = {
  client: 'cline',
  title: 'Cline',
  ...mcpServers,
  shape: entryShapes.cline,
  interpolation: 'editor',
} as const
const continueDev = {
  client: 'continue',
  title: 'Continue',
  syntax: 'yaml',
  root: ['mcpServers'],
  isList: true,
  shape: entryShapes.plain,
  interpolation: 'template',
} as const

const clineFile = 'User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'

/** The folders of the editors that share VS Code's layout, per platform. */
const inEditors = (editors: readonly string[], file: string) => ({
  darwin: editors.map((editor) => `{home}/Library/Application Support/${editor}/${file}`),
  linux: editors.map((editor) => `{config}/${editor}/${file}`),
  win32: editors.map((editor) => `{appdata}/${editor}/${file}`),
})

/**
 * Every file in which a client keeps MCP servers. All of them are protected: no tool writes to them unasked
 * (`shell/src/guarded/protected-files.ts`; `sdk/src/policy/guarded-files.test.ts` compares the two).
 */
export const clientFiles: readonly ClientFile[] = [
  {
    client: 'claude-desktop',
    title: 'Claude Desktop',
    scope: 'user',
    ...mcpServers,
    paths: {
      darwin: ['{home}/Library/Application Support/Claude/claude_desktop_config.json'],
      linux: ['{config}/Claude/claude_desktop_config.json', '{config}/claude/claude_desktop_config.json'],
      win32: [
        '{appdata}/Claude/claude_desktop_config.json',
        '{localappdata}/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json',
      ],
    },
  },
  { ...claudeCode, scope: 'user', paths: ['{CLAUDE_CONFIG_DIR:{home}}/.claude.json'], projectsAt: 'projects' },
  { ...claudeCode, scope: 'project', paths: ['{workspace}/.mcp.json'] },
  {
    ...claudeCode,
    scope: 'managed',
    paths: {
      darwin: ['/Library/Application Support/ClaudeCode/managed-mcp.json'],
      linux: ['/etc/claude-code/managed-mcp.json'],
      win32: ['C:/Program Files/ClaudeCode/managed-mcp.json'],
    },
  },
  { ...cursor, scope: 'user', paths: ['{home}/.cursor/mcp.json'] },
  { ...cursor, scope: 'project', paths: ['{workspace}/.cursor/mcp.json'] },
  { ...vscode, scope: 'user', paths: inEditors(['Code', 'Code - Insiders'], 'User/mcp.json') },
  { ...vscode, scope: 'user', paths: inEditors(['Code', 'Code - Insiders'], 'User/profiles/*/mcp.json') },
  {
    ...vscode,
    scope: 'user',
    root: ['mcp', 'servers'],
    paths: inEditors(['Code', 'Code - Insiders'], 'User/settings.json'),
  },
  { ...vscode, scope: 'project', paths: ['{workspace}/.vscode/mcp.json'] },
  {
    client: 'copilot-cli',
    title: 'Copilot CLI',
    scope: 'user',
    ...mcpServers,
    shape: entryShapes.copilot,
    paths: ['{COPILOT_HOME:{home}/.copilot}/mcp-config.json'],
  },
  {
    client: 'windsurf',
    title: 'Windsurf',
    scope: 'user',
    ...mcpServers,
    shape: entryShapes.windsurf,
    interpolation: 'editor',
    paths: ['{home}/.codeium/windsurf/mcp_config.json', '{home}/.codeium/mcp_config.json'],
  },
  {
    client: 'antigravity',
    title: 'Antigravity',
    scope: 'user',
    ...mcpServers,
    shape: entryShapes.windsurf,
    paths: ['{home}/.gemini/antigravity/mcp_config.json'],
  },
  {
    ...zed,
    scope: 'user',
    paths: {
      darwin: ['{home}/.config/zed/settings.json'],
      linux: ['{config}/zed/settings.json'],
      win32: ['{appdata}/Zed/settings.json', '{home}/.config/zed/settings.json'],
    },
  },
  { ...zed, scope: 'project', paths: ['{workspace}/.zed/settings.json'] },
  { ...gemini, scope: 'user', paths: ['{home}/.gemini/settings.json'] },
  { ...gemini, scope: 'project', paths: ['{workspace}/.gemini/settings.json'] },
  {
    ...gemini,
    scope: 'managed',
    paths: {
      darwin: [
        '/Library/Application Support/GeminiCli/settings.json',
        '/Library/Application Support/GeminiCli/system-defaults.json',
      ],
      linux: ['/etc/gemini-cli/settings.json', '/etc/gemini-cli/system-defaults.json'],
      win32: ['C:/ProgramData/gemini-cli/settings.json', 'C:/ProgramData/gemini-cli/system-defaults.json'],
    },
  },
  {
    ...opencode,
    scope: 'user',
    paths: ['opencode.json', 'opencode.jsonc', 'config.json'].map((name) => `{config}/opencode/${name}`),
  },
  { ...opencode, scope: 'user', paths: ['{OPENCODE_CONFIG:}'] },
  {
    ...opencode,
    scope: 'project',
    paths: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'].map(
      (name) => `{workspace}/${name}`,
    ),
  },
  {
    ...opencode,
    scope: 'managed',
    paths: {
      darwin: [
        '/Library/Application Support/opencode/opencode.json',
        '/Library/Application Support/opencode/opencode.jsonc',
      ],
      linux: ['/etc/opencode/opencode.json', '/etc/opencode/opencode.jsonc'],
      win32: ['C:/ProgramData/opencode/opencode.json', 'C:/ProgramData/opencode/opencode.jsonc'],
    },
  },
  { ...codex, scope: 'user', paths: ['{CODEX_HOME:{home}/.codex}/config.toml'] },
  { ...codex, scope: 'project', paths: ['{workspace}/.codex/config.toml'] },
  { ...cline, scope: 'user', paths: inEditors(['Code', 'Code - Insiders', 'Cursor'], clineFile) },
  {
    ...cline,
    scope: 'user',
    paths: ['{CLINE_MCP_SETTINGS_PATH:{home}/.cline/data/settings/cline_mcp_settings.json}'],
  },
  { ...continueDev, scope: 'user', paths: ['{home}/.continue/config.yaml'] },
  { ...continueDev, scope: 'project', paths: ['{workspace}/.continue/mcpServers/*.yaml'] },
  {
    client: 'goose',
    title: 'Goose',
    scope: 'user',
    syntax: 'yaml',
    root: ['extensions'],
    shape: entryShapes.goose,
    interpolation: 'never',
    paths: {
      darwin: ['{home}/.config/goose/config.yaml'],
      linux: ['{config}/goose/config.yaml'],
      win32: ['{appdata}/Block/goose/config/config.yaml'],
    },
  },
  {
    client: 'jetbrains',
    title: 'JetBrains AI Assistant',
    scope: 'project',
    ...mcpServers,
    paths: ['{workspace}/.ai/mcp/mcp.json'],
  },
  { client: 'junie', title: 'Junie', scope: 'user', ...mcpServers, paths: ['{home}/.junie/mcp/mcp.json'] },
  { client: 'junie', title: 'Junie', scope: 'project', ...mcpServers, paths: ['{workspace}/.junie/mcp/mcp.json'] },
  {
    ...vscode,
    client: 'copilot-jetbrains',
    title: 'Copilot for JetBrains',
    scope: 'user',
    interpolation: 'never',
    paths: {
      darwin: ['{home}/.config/github-copilot/intellij/mcp.json'],
      linux: ['{config}/github-copilot/intellij/mcp.json'],
      win32: ['{localappdata}/github-copilot/intellij/mcp.json'],
    },
  },
  {
    client: 'kiro',
    title: 'Kiro',
    scope: 'user',
    ...mcpServers,
    shape: entryShapes.kiro,
    paths: ['{home}/.kiro/settings/mcp.json'],
  },
  { client: 'lm-studio', title: 'LM Studio', scope: 'user', ...mcpServers, paths: ['{home}/.lmstudio/mcp.json'] },
  { client: 'trae', title: 'Trae', scope: 'user', ...mcpServers, paths: inEditors(['Trae'], 'User/mcp.json') },
  { client: 'air', title: 'Air', scope: 'project', ...mcpServers, paths: ['{workspace}/.air/mcp.json'] },
]

/** The names of clients, each once, in the order of the table. */
export const clientNames: readonly string[] = [...new Set(clientFiles.map(({ client }) => client))]
