import { z } from 'zod'
import { createRegistry, type Registry } from '../../registry/create-registry.ts'
import type { ListedTool } from '../../registry/registered-tool.ts'
import type { ToolDefinition } from '../../tool/tool.ts'

const input = z.strictObject({})

export type ToolTraits = Partial<Omit<ToolDefinition, 'name' | 'execute'>> & { readonly native?: boolean }

/** A registry with tools of these names; traits by name where they matter. */
export function registryOf(names: readonly string[], traits: Readonly<Record<string, ToolTraits>> = {}): Registry {
  const registry = createRegistry()
  for (const name of names) {
    const { native = !/^(mcp|custom|local)\./.test(name), ...rest } = traits[name] ?? {}
    const definition = {
      name,
      description: name,
      input,
      permission: 'readonly',
      execute: () => '',
      ...rest,
    } as const
    registry.register(definition as ToolDefinition, { native })
  }
  return registry
}

const groups: Readonly<Record<string, readonly string[]>> = {
  'agent.spawn': ['sessions'],
  'agent.subagents': ['sessions'],
  'session.status': ['sessions'],
  'skill.search': ['knowledge', 'skills'],
  'skill.use': ['skills'],
  'skill.publish': ['skills'],
  'time.now': ['automation'],
  'message.send': ['messaging'],
  'message.create_forum_topic': ['messaging'],
  'agent.delegate': ['delegation'],
  'agent.handoff': ['delegation'],
  'team.tasks': ['teams'],
  'team.message': ['teams'],
  'media.create_image': ['media_gen'],
  'media.tts': ['media_gen'],
  'media.read_image': ['media_read'],
  'media.read_document': ['media_read'],
}

/** Stand-ins for the tools of the published inventories, in our names and groups. */
export const inventory: readonly string[] = [
  'fs.read_file', 'fs.write_file', 'fs.edit', 'fs.list_files', 'fs.search', 'fs.glob', 'fs.delete', 'fs.move',
  'runtime.exec', 'runtime.run_command', 'runtime.credentialed_exec',
  'web.search', 'web.fetch', 'memory.search', 'memory.get', 'memory.recall',
  'sessions.list', 'sessions.history', 'sessions.send', 'session.status', 'agent.spawn', 'agent.subagents',
  'knowledge.graph_search', 'knowledge.upsert', 'skill.search', 'skill.use', 'skill.publish',
  'ui.browser', 'ui.canvas', 'automation.cron', 'automation.gateway', 'time.now',
  'message.send', 'message.create_forum_topic', 'messaging.login',
  'agent.delegate', 'agent.handoff', 'team.tasks', 'team.message',
  'media.create_image', 'media.tts', 'media.read_image', 'media.read_document',
  'agent.list', 'agent.fork', 'agent.plan_template', 'agent.task_create', 'agent.task_get', 'agent.task_claim_step',
  'agent.list_workers', 'todo.write', 'ask.user', 'artifact.read', 'code.map',
  'mcp.github.create_issue', 'mcp.github.get_issue', 'mcp.files.read', 'custom.dns_lookup',
]

const readers = /(read|get|list|search|history|status|glob|recall|now|map|fetch|user)/

export const inventoryTraits: Readonly<Record<string, ToolTraits>> = Object.fromEntries(
  inventory.map((name) => [
    name,
    {
      permission: readers.test(name) && !name.startsWith('mcp.') ? 'readonly' : 'write',
      ...(groups[name] === undefined ? {} : { groups: groups[name] }),
      ...(name.startsWith('web.') ? { tags: ['network'] } : {}),
      ...(name.startsWith('mcp.') ? { origin: 'mcp' } : {}),
    } as ToolTraits,
  ]),
)

export const inventoryRegistry = registryOf(inventory, inventoryTraits)

export const allTools: readonly ListedTool[] = inventoryRegistry.list()
