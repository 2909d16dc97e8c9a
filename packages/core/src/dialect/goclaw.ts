import { defineDialect } from './define-dialect.ts'
import type { Dialect } from './dialect.ts'
import { singleEdit } from './shapes.ts'

/** Returns names with single underscores, as GoClaw names the tools of MCP servers: `mcp_github__create_issue`. */
function nameOfMcpTool(canonical: string): string | undefined {
  const [group, server, ...rest] = canonical.split('.')
  const name = `mcp_${server}__${rest.join('_')}`
  return group === 'mcp' && rest.length > 0 && /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : undefined
}

/** The tools as GoClaw names them. */
export const goclawDialect: Dialect = defineDialect({
  name: 'goclaw',
  rule: nameOfMcpTool,
  tools: [
    { canonical: 'fs.read_file', name: 'read_file' },
    {
      canonical: 'fs.write_file',
      name: 'write_file',
      description:
        'Writes a file with the given content, or adds to its end with append. A file that exists is replaced. To change part of one use edit.',
      parameters: { implied: { overwrite: true, create_dirs: true } },
    },
    {
      canonical: 'fs.edit',
      name: 'edit',
      description:
        'Replaces text in a file: old_string, which must match exactly one place, with new_string. With replace_all every occurrence. With an empty old_string it creates the file.',
      parameters: singleEdit({ path: 'path', old: 'old_string', new: 'new_string', all: 'replace_all' }),
      aliases: ['edit_file'],
    },
    { canonical: 'fs.list_files', name: 'list_files' },
    { canonical: 'fs.search', name: 'search', parameters: { accepted: { pattern: 'query' } } },
    { canonical: 'fs.glob', name: 'glob' },
    { canonical: 'runtime.exec', name: 'exec', parameters: { names: { workdir: 'working_dir' } } },
    { canonical: 'runtime.process', name: 'process' },
    { canonical: 'runtime.credentialed_exec', name: 'credentialed_exec' },
    { canonical: 'web.search', name: 'web_search', parameters: { ignored: ['ui_lang'] } },
    {
      canonical: 'web.fetch',
      name: 'web_fetch',
      parameters: { names: { mode: 'extractMode', max_chars: 'maxChars' } },
    },
    { canonical: 'workspace.dir', name: 'workspace_dir' },
    {
      canonical: 'memory.search',
      name: 'memory_search',
      parameters: { names: { max_results: 'maxResults' }, ignored: ['minScore', 'depth'] },
    },
    { canonical: 'memory.get', name: 'memory_get' },
    { canonical: 'sessions.list', name: 'sessions_list' },
    {
      canonical: 'sessions.history',
      name: 'sessions_history',
      parameters: { names: { session: 'session_key', include_results: 'include_tools' } },
    },
    {
      canonical: 'sessions.send',
      name: 'sessions_send',
      parameters: { names: { session: 'session_key', text: 'message' } },
    },
    { canonical: 'session.status', name: 'session_status', parameters: { names: { session: 'session_key' } } },
    {
      canonical: 'agent.spawn',
      name: 'spawn',
      aliases: ['sessions_spawn'],
      parameters: { names: { timeout_seconds: 'timeout' } },
    },
    { canonical: 'agent.subagents', name: 'subagents', aliases: ['subagent'] },
    { canonical: 'agent.list', name: 'agents_list' },
    { canonical: 'agent.delegate', name: 'delegate' },
    { canonical: 'agent.delegate_search', name: 'delegate_search' },
    { canonical: 'agent.evaluate_loop', name: 'evaluate_loop' },
    { canonical: 'agent.handoff', name: 'handoff' },
    { canonical: 'team.tasks', name: 'team_tasks', parameters: { names: { task: 'task_id' }, ignored: ['task_type'] } },
    { canonical: 'team.message', name: 'team_message', parameters: { ignored: ['media'] } },
    { canonical: 'ui.browser', name: 'browser' },
    { canonical: 'ui.canvas', name: 'canvas' },
    { canonical: 'automation.cron', name: 'cron' },
    { canonical: 'automation.gateway', name: 'gateway' },
    { canonical: 'time.now', name: 'datetime' },
    { canonical: 'message.send', name: 'message' },
    { canonical: 'message.create_forum_topic', name: 'create_forum_topic' },
    { canonical: 'messaging.login', name: 'whatsapp_login' },
    { canonical: 'knowledge.search', name: 'knowledge_graph_search' },
    { canonical: 'skill.search', name: 'skill_search' },
    { canonical: 'skill.use', name: 'use_skill' },
    { canonical: 'skill.publish', name: 'publish_skill' },
    { canonical: 'media.create_image', name: 'create_image', aliases: ['image'] },
    { canonical: 'media.create_audio', name: 'create_audio' },
    { canonical: 'media.create_video', name: 'create_video' },
    { canonical: 'media.tts', name: 'tts' },
    { canonical: 'media.read_image', name: 'read_image' },
    { canonical: 'media.read_audio', name: 'read_audio' },
    { canonical: 'media.read_document', name: 'read_document' },
    { canonical: 'media.read_video', name: 'read_video' },
    { canonical: 'model.openai_compat_call', name: 'openai_compat_call' },
    { canonical: 'nodes.graph', name: 'nodes' },
  ],
})
