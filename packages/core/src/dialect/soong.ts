import { defineDialect } from './define-dialect.ts'
import type { Dialect } from './dialect.ts'

/** The tools as the SOONG agent core names them: with dots, as tools are named outside of its table too. */
export const soongDialect: Dialect = defineDialect({
  name: 'soong',
  rule: (canonicalName) => canonicalName,
  tools: [
    { canonical: 'fs.read_file', name: 'code.read_file' },
    { canonical: 'fs.list_files', name: 'code.list_dir' },
    { canonical: 'fs.search', name: 'code.search' },
    { canonical: 'fs.write_file', name: 'code.write_file' },
    { canonical: 'fs.edit', name: 'code.edit_file' },
    { canonical: 'runtime.run_command', name: 'code.run_command' },
    { canonical: 'agent.spawn', name: 'agent.create_sub_agent' },
    { canonical: 'agent.fork', name: 'agent.fork_agent' },
    { canonical: 'agent.list_definitions', name: 'agent.list_agent_definitions' },
    { canonical: 'agent.inspect', name: 'agent.inspect_agent' },
    { canonical: 'agent.list_workers' },
    { canonical: 'agent.dispatch_worker' },
    { canonical: 'agent.plan_template' },
    { canonical: 'agent.task_template' },
    { canonical: 'agent.task_create' },
    { canonical: 'agent.task_get' },
    { canonical: 'agent.task_list' },
    { canonical: 'agent.task_update' },
    { canonical: 'agent.task_query_steps' },
    { canonical: 'agent.task_claim_step' },
    { canonical: 'agent.task_update_step' },
    { canonical: 'agent.task_complete' },
    { canonical: 'agent.task_fail' },
    { canonical: 'agent.task_cancel' },
    { canonical: 'skill.use', name: 'internal.load_skill' },
    { canonical: 'memory.recall', name: 'internal.recall_memory' },
  ],
})
