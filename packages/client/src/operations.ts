/* <!-- generated: client -->
*/
/** The named shapes of requests and answers. */
export interface Schemas {
  AcceptedMessage: { readonly "session": string; readonly "message": string; readonly "taken": "here" | "elsewhere" }
  Agent: { readonly "id": string; readonly "type": "open" | "predefined" | null; readonly "description": string | null; readonly "model": string | null; readonly "definedIn": string | null; readonly "createdAt": string | null }
  AgentLink: { readonly "source": string; readonly "target": string; readonly "direction": "outbound" | "bidirectional"; readonly "settings": { readonly [key: string]: unknown } | null }
  AgentWithFiles: { readonly "id": string; readonly "type": "open" | "predefined" | null; readonly "description": string | null; readonly "model": string | null; readonly "definedIn": string | null; readonly "createdAt": string | null; readonly "profile": { readonly [key: string]: unknown }; readonly "files": readonly ({ readonly "path": string; readonly "bytes": number; readonly "modifiedAt": string })[]; readonly "memory": readonly ({ readonly "path": string; readonly "bytes": number; readonly "modifiedAt": string })[] }
  ApiKey: { readonly "id": string; readonly "userId": string; readonly "name": string; readonly "scopes": readonly (string)[]; readonly "agents": readonly (string)[] | null; readonly "human": boolean; readonly "shown": string; readonly "createdBy": string; readonly "createdAt": string; readonly "expiresAt": string | null; readonly "usedAt": string | null; readonly "revokedAt": string | null }
  Approval: { readonly "id": string; readonly "state": string; readonly "tool": string; readonly "reason": string; readonly "digest": string; readonly "askedAt": string; readonly "answerableUntil": string; readonly "parts": readonly ({ readonly [key: string]: unknown })[]; readonly "offers": readonly ({ readonly "answer": "allow_once" | "allow_for_session" | "allow_always" | "deny" | "abort"; readonly "scope": string })[]; readonly "withheld": readonly ({ readonly "answer": "allow_once" | "allow_for_session" | "allow_always" | "deny" | "abort"; readonly "why": string })[]; readonly "decidedBy": string | null; readonly "decidedAt": string | null; readonly [key: string]: unknown }
  ApprovalDecision: { readonly "answer": "allow_once" | "allow_for_session" | "allow_always" | "deny" | "abort"; readonly "digest": string; readonly "reason"?: string | undefined }
  Artifact: { readonly "id": string; readonly "session": string; readonly "tool": string; readonly "call": string; readonly "mediaType": string; readonly "label": { readonly [key: string]: unknown }; readonly "bytes": number; readonly "hash": string; readonly "createdAt": string; readonly "complete": boolean }
  CompletionRequest: { readonly "model": string; readonly "messages": readonly ({ readonly "role": "system" | "developer" | "user" | "assistant" | "tool"; readonly "content"?: string | readonly ({ readonly "type": string; readonly "text"?: string | undefined; readonly [key: string]: unknown })[] | null | undefined; readonly "tool_calls"?: readonly ({ readonly "id": string; readonly "function": { readonly "name": string; readonly "arguments": string; readonly [key: string]: unknown }; readonly [key: string]: unknown })[] | undefined; readonly "tool_call_id"?: string | undefined; readonly [key: string]: unknown })[]; readonly "stream"?: boolean | null | undefined; readonly "stream_options"?: { readonly "include_usage"?: boolean | undefined; readonly [key: string]: unknown } | null | undefined; readonly "n"?: 1 | null | undefined; readonly "logprobs"?: false | null | undefined; readonly "tools"?: readonly ({ readonly "type": "function"; readonly "function": { readonly "name": string; readonly "description"?: string | undefined; readonly "parameters"?: { readonly [key: string]: unknown } | undefined; readonly [key: string]: unknown }; readonly [key: string]: unknown })[] | null | undefined; readonly "tool_choice"?: unknown | undefined; readonly "metadata"?: { readonly "session"?: string | undefined; readonly [key: string]: unknown } | null | undefined; readonly [key: string]: unknown }
  Credentials: { readonly "code": string } | { readonly "token": string } | { readonly "user": string; readonly "password": string }
  CustomTool: { readonly "name": string; readonly "kind": string; readonly "description": string; readonly "permission": string; readonly "state": "enabled" | "disabled"; readonly "origin": "database" | "file"; readonly "changedBy": string | null; readonly "changedAt": string | null }
  CustomToolDefinition: { readonly "name": string; readonly "kind": string; readonly "description": string; readonly "permission": string; readonly "state": "enabled" | "disabled"; readonly "origin": "database" | "file"; readonly "changedBy": string | null; readonly "changedAt": string | null; readonly "definition": { readonly [key: string]: unknown } }
  Decided: { readonly "id": string; readonly "state": string }
  Delegation: { readonly "id": string; readonly "source": string; readonly "target": string; readonly "user": string; readonly "session": string; readonly "label": string; readonly "state": string; readonly "message": string | null; readonly "passed": boolean | null; readonly "revisions": number; readonly "feedback": string | null; readonly "createdAt": string; readonly "endedAt": string | null }
  DelegationReport: { readonly "id": string; readonly "source": string; readonly "target": string; readonly "user": string; readonly "session": string; readonly "label": string; readonly "state": string; readonly "message": string | null; readonly "passed": boolean | null; readonly "revisions": number; readonly "feedback": string | null; readonly "createdAt": string; readonly "endedAt": string | null; readonly "text": string }
  Device: { readonly "id": string; readonly "device": string; readonly "address": string; readonly "createdAt": string; readonly "usedAt": string; readonly "expiresAt": string; readonly "current": boolean }
  EffectiveValue: { readonly "key": string; readonly "value": unknown; readonly "origin": string; readonly "takesEffect": string }
  Event: { readonly "position": string; readonly "session": string; readonly "type": string; readonly "event": { readonly [key: string]: unknown } }
  Explanation: { readonly "tool": string; readonly "available": boolean; readonly "targets": readonly (unknown)[]; readonly [key: string]: unknown }
  FlowReport: { readonly "sessions": number; readonly "judged": number; readonly "wouldAsk": number; readonly "bySink": readonly ({ readonly "name": string; readonly "count": number })[]; readonly "bySource": readonly ({ readonly "name": string; readonly "count": number })[]; readonly "byTool": readonly ({ readonly "name": string; readonly "count": number })[]; readonly "examples": readonly ({ readonly "session": string; readonly "call": string; readonly "tool": string; readonly "because": string; readonly "value": string | null; readonly "excerpt": string | null })[] }
  Grant: { readonly "id": string; readonly "tool": string; readonly "owner": { readonly [key: string]: unknown }; readonly "scopes": readonly ({ readonly [key: string]: unknown })[]; readonly "grantedBy": string; readonly "grantedAt": string; readonly "expiresAt": string | null; readonly "lastUsedAt": string | null; readonly "revokedAt": string | null; readonly [key: string]: unknown }
  HiddenTool: { readonly "name": string; readonly "class": string; readonly "reason": string; readonly "source": string }
  Job: { readonly "id": string; readonly "kind": string; readonly "key": string | null; readonly "state": "waiting" | "running" | "done" | "dead"; readonly "attempt": number; readonly "attempts": number; readonly "runAt": string; readonly "lastError": string | null }
  JobWithPayload: { readonly "id": string; readonly "kind": string; readonly "key": string | null; readonly "state": "waiting" | "running" | "done" | "dead"; readonly "attempt": number; readonly "attempts": number; readonly "runAt": string; readonly "lastError": string | null; readonly "payload": string }
  KnowledgeGraph: { readonly "entities": readonly ({ readonly "id": string; readonly "name": string; readonly "type": string; readonly "trust": string; readonly "depth": number })[]; readonly "facts": readonly ({ readonly [key: string]: unknown })[]; readonly "more": boolean }
  McpChanges: { readonly "version": string; readonly "text": string; readonly "isAgreed": boolean }
  McpGrant: { readonly "id": string; readonly "server": string; readonly "subject": { readonly "kind": "agent" | "user"; readonly "id": string }; readonly "enabled": boolean; readonly "toolAllow": readonly (string)[] | null; readonly "toolDeny": readonly (string)[]; readonly "overrides": { readonly "env"?: { readonly [key: string]: string } | undefined; readonly "headers"?: { readonly [key: string]: string } | undefined; readonly "timeouts"?: { readonly "startSeconds"?: number | undefined; readonly "callSeconds"?: number | undefined; readonly "maxCallSeconds"?: number | undefined } | undefined; readonly "toolPrefix"?: string | undefined } | null; readonly "changedBy": string; readonly "changedAt": string }
  McpRequest: { readonly "id": string; readonly "server": string; readonly "subject": { readonly "kind": "agent" | "user"; readonly "id": string }; readonly "tools": readonly (string)[] | null; readonly "reason": string; readonly "state": "pending" | "approved" | "rejected"; readonly "createdAt": string; readonly "decidedBy": string | null; readonly "note": string | null }
  McpServer: { readonly "id": string; readonly "state": string; readonly "reason": string | null; readonly "transport": "program" | "http" | "none"; readonly "launch": string; readonly "variables": readonly (string)[]; readonly "era": string | null; readonly "offered": number; readonly "discovered": number | null; readonly "withheld": readonly ({ readonly "name": string; readonly "reason": string })[]; readonly "rejected": readonly ({ readonly "name": string; readonly "reason": string })[]; readonly "warnings": readonly (string)[]; readonly "latencyMs": number | null }
  Me: { readonly "user": { readonly "id": string; readonly "name": string }; readonly "role": "viewer" | "member" | "operator" | "owner"; readonly "human": boolean; readonly "can": readonly (string)[]; readonly "pages": readonly (Schemas['Page'])[]; readonly "node": string; readonly "build": string; readonly "serverTime": string }
  MemoryDocument: { readonly "id": string; readonly "title": string; readonly "agent": string; readonly "user": string | null; readonly "project": string | null; readonly "trust": "trusted" | "untrusted"; readonly "source": string | null; readonly "characters": number; readonly "updatedAt": string }
  MemoryText: { readonly "id": string; readonly "title": string; readonly "agent": string; readonly "user": string | null; readonly "project": string | null; readonly "trust": "trusted" | "untrusted"; readonly "source": string | null; readonly "characters": number; readonly "updatedAt": string; readonly "text": string }
  Node: { readonly "id": string; readonly "version": string; readonly "url": string; readonly "state": "alive" | "silent" | "draining"; readonly "policy": string; readonly "policyProblem": string | null; readonly "startedAt": string; readonly "current": boolean }
  OpenAiError: { readonly "error": { readonly "message": string; readonly "type": string; readonly "param": string | null; readonly "code": "bad_request" | "no_session" | "wrong_credentials" | "forbidden" | "not_human" | "not_remote" | "proof_needed" | "wrong_origin" | "not_found" | "already_settled" | "digest_differs" | "conflict" | "interrupted" | "idempotency_in_progress" | "expired" | "stale" | "too_large" | "wrong_type" | "range_outside" | "wrong_host" | "invalid" | "cursor_mismatch" | "idempotency_key_reused" | "not_offered" | "version_needed" | "too_many" | "internal_error" | "not_available" } }
  Outcome: { readonly "status": "ok" | "failed" | "denied" | "cancelled"; readonly "code"?: string | undefined; readonly "message"?: string | undefined; readonly "text": string; readonly "session": string; readonly "call": string; readonly "result": { readonly [key: string]: unknown }; readonly [key: string]: unknown }
  Page: { readonly "kind": "view"; readonly "id": string; readonly "room": string; readonly "title": string; readonly "group": "now" | "look" | "authority" | "work" | "own"; readonly "icon": "activity" | "agent" | "book" | "bubble" | "chart" | "clock" | "calendar" | "gear" | "graph" | "inbox" | "key" | "layers" | "list" | "mind" | "network" | "people" | "plug" | "puzzle" | "scroll" | "seal" | "shield" | "sliders" | "split" | "wrench"; readonly "shortcut": string | null; readonly "address": string; readonly "operation": string; readonly "view": string } | { readonly "kind": "list"; readonly "id": string; readonly "room": string; readonly "title": string; readonly "group": "now" | "look" | "authority" | "work" | "own"; readonly "icon": "activity" | "agent" | "book" | "bubble" | "chart" | "clock" | "calendar" | "gear" | "graph" | "inbox" | "key" | "layers" | "list" | "mind" | "network" | "people" | "plug" | "puzzle" | "scroll" | "seal" | "shield" | "sliders" | "split" | "wrench"; readonly "shortcut": string | null; readonly "address": string; readonly "operation": string; readonly "path": string; readonly "key": string; readonly "fields": readonly ({ readonly "field": string; readonly "label": string; readonly "form"?: "text" | "mono" | "time" | "status" | "number" | "duration" | "list" | "json" | "flag" | undefined; readonly "detailOnly"?: boolean | undefined })[]; readonly "empty": string | null }
  PolicyChange: { readonly "path": readonly (string)[]; readonly "before"?: unknown | undefined; readonly "after"?: unknown | undefined; readonly "wider": boolean }
  PolicyDraft: { readonly "edition": string; readonly "policy": { readonly [key: string]: unknown }; readonly "tests": readonly (Schemas['PolicyTest'])[]; readonly "base": { readonly "version": number; readonly "digest": string; readonly "policy": { readonly [key: string]: unknown }; readonly "tests": readonly (Schemas['PolicyTest'])[] }; readonly "current": { readonly "version": number; readonly "digest": string; readonly "policy": { readonly [key: string]: unknown }; readonly "tests": readonly (Schemas['PolicyTest'])[] }; readonly "isStale": boolean; readonly "changes": readonly (Schemas['PolicyChange'])[]; readonly "wider": boolean; readonly "problems": readonly (Schemas['PolicyProblem'])[]; readonly "warnings": readonly (Schemas['PolicyProblem'])[]; readonly "note": string | null; readonly "simulation": Schemas['PolicySimulationSummary'] | null; readonly "updatedAt": string }
  PolicyOnNodes: { readonly "inForce": readonly (string)[]; readonly "waiting": readonly ({ readonly "id": string; readonly "problem": string | null })[] }
  PolicyProblem: { readonly "place": string; readonly "message": string }
  PolicySimulation: { readonly "at": string; readonly "sessions": number; readonly "complete": boolean; readonly "calls": number; readonly "changed": number; readonly "wider": number; readonly "groups": readonly ({ readonly "tool": string; readonly "from": string; readonly "to": string; readonly "wider": boolean; readonly "ruleBefore": string; readonly "rule": string; readonly "source": string; readonly "reason": string; readonly "count": number; readonly "examples": readonly ({ readonly [key: string]: unknown })[] })[]; readonly "cannotTell": { readonly [key: string]: number } }
  PolicySimulationSummary: { readonly "at": string; readonly "sessions": number; readonly "complete": boolean; readonly "calls": number; readonly "changed": number; readonly "wider": number }
  PolicyTest: { readonly "name"?: string | undefined; readonly "tool": string; readonly "arguments"?: { readonly [key: string]: unknown } | undefined; readonly "as"?: { readonly "agent"?: string | undefined; readonly "role"?: "main" | "orchestrator" | "sub" | "fork" | "worker" | undefined; readonly "channel"?: string | undefined; readonly "provider"?: string | undefined; readonly "mode"?: "default" | "plan" | "accept-edits" | "bypass" | "non-interactive" | undefined } | undefined; readonly "expect": "allow" | "ask" | "deny" | "unavailable" }
  PolicyTestResult: { readonly "name": string; readonly "expected": string; readonly "actual": string; readonly "passed": boolean; readonly "reason": string; readonly "rule": string | null; readonly "source": string | null }
  PolicyVersion: { readonly "version": number; readonly "digest": string; readonly "by": string; readonly "at": string; readonly "note": string | null; readonly "changed": readonly (readonly (string)[])[] }
  Problem: { readonly "type": string; readonly "title": string; readonly "status": number; readonly "detail": string; readonly "instance": string; readonly "code": "bad_request" | "no_session" | "wrong_credentials" | "forbidden" | "not_human" | "not_remote" | "proof_needed" | "wrong_origin" | "not_found" | "already_settled" | "digest_differs" | "conflict" | "interrupted" | "idempotency_in_progress" | "expired" | "stale" | "too_large" | "wrong_type" | "range_outside" | "wrong_host" | "invalid" | "cursor_mismatch" | "idempotency_key_reused" | "not_offered" | "version_needed" | "too_many" | "internal_error" | "not_available"; readonly "retryable": boolean; readonly "retryAfterMs"?: number | undefined; readonly "errors"?: readonly ({ readonly "pointer": string; readonly "detail": string })[] | undefined }
  Program: { readonly "name": string; readonly "state": "enabled" | "disabled"; readonly "path": string | null; readonly "preset": string | null; readonly "variables": readonly ({ readonly "name": string; readonly "secret": string | null })[]; readonly "problem": string | null; readonly "grants": readonly ({ readonly [key: string]: unknown })[]; readonly "timeoutSeconds": number; readonly "createdAt": string; readonly "updatedAt": string }
  QuestionReply: { readonly "status": "answered"; readonly "answers": readonly ({ readonly [key: string]: unknown })[] } | { readonly "status": "declined"; readonly "reason"?: string | undefined }
  QuestionRequest: { readonly "id": string; readonly "state": string; readonly "questions": readonly ({ readonly [key: string]: unknown })[]; readonly "answerableUntil": string; readonly "repliedBy": string | null; readonly [key: string]: unknown }
  Secret: { readonly "name": string; readonly "programs": readonly (string)[]; readonly "keyId": string; readonly "createdAt": string; readonly "setAt": string }
  Session: { readonly "id": string; readonly "agent": string | null; readonly "user": string | null; readonly "channel": string | null; readonly "kind": "direct" | "group" | "child" | "delegation" | "team" | "cron" | "heartbeat"; readonly "createdAt": string; readonly "updatedAt": string; readonly "events": number; readonly "calls": number; readonly "title"?: string | undefined; readonly "asked"?: number | undefined; readonly "denied"?: number | undefined; readonly "failed"?: number | undefined }
  SessionCall: { readonly "id": string; readonly "tool": string; readonly "status": string; readonly "line"?: string | undefined; readonly "receivedAt": string; readonly "endedAt"?: string | undefined; readonly "wasAsked"?: boolean | undefined; readonly "timings"?: { readonly "gates"?: number | undefined; readonly "approval"?: number | undefined; readonly "locks"?: number | undefined; readonly "execution"?: number | undefined; readonly "exit"?: number | undefined } | undefined }
  SessionCallDetail: { readonly "id": string; readonly "tool": string; readonly "status": string; readonly "line"?: string | undefined; readonly "receivedAt": string; readonly "endedAt"?: string | undefined; readonly "wasAsked"?: boolean | undefined; readonly "timings"?: { readonly "gates"?: number | undefined; readonly "approval"?: number | undefined; readonly "locks"?: number | undefined; readonly "execution"?: number | undefined; readonly "exit"?: number | undefined } | undefined; readonly "agent": string | null; readonly "input"?: unknown | undefined; readonly "result"?: unknown | undefined; readonly "decision"?: unknown | undefined; readonly "targets"?: unknown | undefined; readonly "flow"?: unknown | undefined; readonly "approval"?: unknown | undefined }
  SessionFlow: { readonly "heard": { readonly [key: string]: number }; readonly "sources": readonly ({ readonly [key: string]: unknown })[]; readonly "acts": readonly ({ readonly [key: string]: unknown })[]; readonly "asked": number }
  SessionNode: { readonly "id": string; readonly "kind": string; readonly "parent": string | null; readonly "session": string; readonly "run": string; readonly "tool": string | null; readonly "status": string | null; readonly "position": string; readonly "time": string }
  Skill: { readonly "name": string; readonly "tier": "workspace" | "project" | "home" | "managed" | "bundled"; readonly "version": number | null; readonly "description": string; readonly "notes": readonly (string)[]; readonly "programs": readonly (string)[]; readonly "environment": readonly (string)[]; readonly "allowedTools": readonly (string)[] }
  SkillText: { readonly "name": string; readonly "tier": "workspace" | "project" | "home" | "managed" | "bundled"; readonly "version": number | null; readonly "description": string; readonly "notes": readonly (string)[]; readonly "programs": readonly (string)[]; readonly "environment": readonly (string)[]; readonly "allowedTools": readonly (string)[]; readonly "text": string; readonly "versions": readonly ({ readonly "version": number; readonly "visibility": "private" | "public"; readonly "by": string; readonly "at": string })[]; readonly "grants": readonly ({ readonly "agent"?: string | null | undefined; readonly "user"?: string | null | undefined })[] }
  StatsSeries: { readonly "stepMs": number; readonly "at": readonly (string)[]; readonly "lines": readonly ({ readonly "name": string; readonly "values": readonly (number | null)[] })[] }
  TaskWithSteps: { readonly "id": string; readonly "title": string; readonly "state": "open" | "completed" | "failed" | "cancelled"; readonly "reason": string | null; readonly "agent": string; readonly "user": string; readonly "session": string; readonly "createdAt": string; readonly "changedAt": string; readonly "steps": readonly ({ readonly "id": string; readonly "title": string; readonly "state": "ready" | "waiting" | "blocked" | "in_progress" | "completed" | "failed" | "cancelled"; readonly "needs": readonly (string)[]; readonly "attempts": number; readonly "claimedBy": string | null; readonly "leasedUntil": string | null; readonly "note": string | null; readonly "result": string | null })[]; readonly "history": readonly ({ readonly "at": string; readonly "change": string; readonly "step": string | null; readonly "session": string; readonly "note": string | null })[] }
  Team: { readonly "id": string; readonly "description": string; readonly "lead": string; readonly "members": readonly (string)[]; readonly "reviewers": readonly (string)[]; readonly "settings": { readonly [key: string]: unknown } | null }
  TeamTask: { readonly "number": number; readonly "subject": string; readonly "description": string; readonly "state": "pending" | "in_progress" | "in_review" | "blocked" | "completed" | "failed" | "cancelled" | "stale"; readonly "priority": number; readonly "assignee": string | null; readonly "createdBy": string; readonly "user": string; readonly "blockedBy": readonly (string)[]; readonly "requiresApproval": boolean; readonly "percent": number; readonly "step": string | null; readonly "question": string | null; readonly "reason": string | null; readonly "result": string | null; readonly "leaseUntil": string | null; readonly "createdAt": string; readonly "updatedAt": string }
  TeamTaskRecord: { readonly "number": number; readonly "subject": string; readonly "description": string; readonly "state": "pending" | "in_progress" | "in_review" | "blocked" | "completed" | "failed" | "cancelled" | "stale"; readonly "priority": number; readonly "assignee": string | null; readonly "createdBy": string; readonly "user": string; readonly "blockedBy": readonly (string)[]; readonly "requiresApproval": boolean; readonly "percent": number; readonly "step": string | null; readonly "question": string | null; readonly "reason": string | null; readonly "result": string | null; readonly "leaseUntil": string | null; readonly "createdAt": string; readonly "updatedAt": string; readonly "comments": readonly ({ readonly "author": string; readonly "kind": string; readonly "text": string; readonly "at": string })[]; readonly "record": readonly ({ readonly "type": string; readonly "actor": string; readonly "data": { readonly [key: string]: unknown }; readonly "at": string })[] }
  Tool: { readonly "name": string; readonly "description": string; readonly "permission": "readonly" | "write"; readonly "risk": string; readonly "tags": readonly (string)[]; readonly "groups": readonly (string)[]; readonly "inputSchema": { readonly [key: string]: unknown }; readonly "remote": boolean }
  User: { readonly "id": string; readonly "name": string; readonly "role": "viewer" | "member" | "operator" | "owner"; readonly "createdBy": string; readonly "createdAt": string; readonly "disabledAt": string | null; readonly "hasPassword": boolean }
}

/** The parts of each operation. */
export interface Operations {
  /** `POST /v1/sessions/{id}/abort`: End the active run of a session, on whatever node it is. Role member, scope `sessions:write`. */
  abortSession: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/teams/{id}/tasks/{number}/act`: Approve, reject, assign, comment, retry, cancel, complete or answer a task, as its lead could. Role operator, scope `teams:write`. */
  actOnTeamTask: {
    params: { id: string; number: number }
    query: undefined
    body: { readonly "action": "approve" | "reject" | "assign" | "comment" | "retry" | "cancel" | "complete" | "answer"; readonly "text"?: string | undefined }
    answer: Schemas['TeamTask']
  }
  /** `POST /v1/mcp/servers`: Add a server to the configuration of the database, for processes that are started from now on. Role operator, scope `mcp:add`. */
  addMcpServer: {
    params: undefined
    query: undefined
    body: { readonly "id": string; readonly "server": { readonly "command"?: string | undefined; readonly "args"?: readonly (string)[] | undefined; readonly "env"?: { readonly [key: string]: string } | undefined; readonly "cwd"?: string | undefined; readonly "sandbox"?: { readonly "read"?: readonly (string)[] | undefined; readonly "write"?: readonly (string)[] | undefined; readonly "network"?: "none" | "host" | { readonly "allow": readonly (string)[] } | undefined; readonly "memoryMb"?: number | undefined; readonly "cpus"?: number | undefined; readonly "processes"?: number | undefined; readonly "openFiles"?: number | undefined } | undefined; readonly "url"?: string | undefined; readonly "transport"?: "stdio" | "http" | "sse" | undefined; readonly "era"?: "auto" | "legacy" | "modern" | undefined; readonly "sharing"?: "session" | "user" | "process" | undefined; readonly "headers"?: { readonly [key: string]: string } | undefined; readonly "auth"?: { readonly "grant"?: "authorization_code" | "client_credentials" | undefined; readonly "clientId"?: string | undefined; readonly "clientSecret"?: string | undefined; readonly "clientMetadataUrl"?: string | undefined; readonly "issuer"?: string | undefined; readonly "scopes"?: readonly (string)[] | undefined; readonly "redirectPort"?: number | undefined; readonly "perUser"?: boolean | undefined } | undefined; readonly "toolPrefix"?: string | undefined; readonly "network"?: boolean | undefined; readonly "trustAnnotations"?: boolean | undefined; readonly "toolAllow"?: readonly (string)[] | undefined; readonly "toolDeny"?: readonly (string)[] | undefined; readonly "requireUserGrant"?: boolean | undefined; readonly "requireAgentGrant"?: boolean | undefined; readonly "enabled"?: boolean | undefined; readonly "required"?: boolean | undefined; readonly "timeouts"?: { readonly "startSeconds"?: number | undefined; readonly "callSeconds"?: number | undefined; readonly "maxCallSeconds"?: number | undefined } | undefined; readonly "sampling"?: { readonly "maxTokens"?: number | undefined; readonly "perMinute"?: number | undefined } | undefined; readonly "agents"?: { readonly [key: string]: { readonly "env"?: { readonly [key: string]: string } | undefined; readonly "headers"?: { readonly [key: string]: string } | undefined; readonly "timeouts"?: { readonly "startSeconds"?: number | undefined; readonly "callSeconds"?: number | undefined; readonly "maxCallSeconds"?: number | undefined } | undefined; readonly "toolPrefix"?: string | undefined } } | undefined }; readonly "version"?: string | undefined }
    answer: { readonly "id": string; readonly "agreed": number }
  }
  /** `POST /v1/memory`: Remember a text, as one of the caller or of a user whom an operator names. Role member, scope `memory:write`. */
  addMemory: {
    params: undefined
    query: undefined
    body: { readonly "agent"?: string | undefined; readonly "user"?: string | undefined; readonly "title": string; readonly "text": string }
    answer: { readonly "title": string }
  }
  /** `POST /v1/teams/{id}/tasks`: Put a task on the board. Role operator, scope `teams:write`. */
  addTeamTask: {
    params: { id: string }
    query: undefined
    body: { readonly "subject": string; readonly "description"?: string | undefined; readonly "assignee"?: string | undefined; readonly "priority"?: number | undefined; readonly "blockedBy"?: readonly (number)[] | undefined; readonly "requiresApproval"?: boolean | undefined }
    answer: Schemas['TeamTask']
  }
  /** `POST /v1/mcp/servers/{id}/agree`: Agree to the offer of a server, if it is still the version that was shown. Role operator, scope `mcp:agree`. */
  agreeToMcpServer: {
    params: { id: string }
    query: undefined
    body: { readonly "version": string }
    answer: { readonly "tools": number }
  }
  /** `POST /v1/questions/{id}/answer`: Answer the questions of an agent. Role member, scope `approvals:answer`. */
  answerQuestion: {
    params: { id: string }
    query: undefined
    body: Schemas['QuestionReply']
    answer: { readonly "id": string; readonly "state": string }
  }
  /** `POST /v1/policy/apply`: Make your draft the policy of the database, for all nodes. Role operator, scope `policy:write`. */
  applyPolicyDraft: {
    params: undefined
    query: undefined
    body: { readonly "note"?: string | undefined }
    answer: { readonly "version": number; readonly "digest": string; readonly "policy": { readonly [key: string]: unknown }; readonly "tests": readonly (Schemas['PolicyTest'])[]; readonly "changes": readonly (Schemas['PolicyChange'])[]; readonly "wider": boolean; readonly "nodes": Schemas['PolicyOnNodes'] }
  }
  /** `POST /v1/delegations/runs/{id}/cancel`: End a delegation that this gateway runs. Role member, scope `delegations:write`. */
  cancelDelegation: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['Delegation']
  }
  /** `POST /v1/tasks/{id}/cancel`: Cancel a task, with the steps that are not done. Role member, scope `tasks:write`. */
  cancelTask: {
    params: { id: string }
    query: undefined
    body: { readonly "reason"?: string | undefined }
    answer: { readonly "cancelled": readonly (string)[] }
  }
  /** `PUT /v1/policy/draft`: Replace what your draft of the policy says. Role operator, scope `policy:write`. */
  changePolicyDraft: {
    params: undefined
    query: undefined
    body: { readonly "policy": { readonly [key: string]: unknown }; readonly "tests"?: readonly (Schemas['PolicyTest'])[] | undefined; readonly "base"?: number | undefined; readonly "note"?: string | undefined }
    answer: Schemas['PolicyDraft']
  }
  /** `PATCH /v1/teams/{id}`: Change a team; settings that are not named stay. Role operator, scope `teams:write`. */
  changeTeam: {
    params: { id: string }
    query: undefined
    body: { readonly "description"?: string | undefined; readonly "lead"?: string | undefined; readonly "members"?: readonly (string)[] | undefined; readonly "reviewers"?: readonly (string)[] | undefined; readonly "settings"?: { readonly [key: string]: unknown } | undefined }
    answer: Schemas['Team']
  }
  /** `PATCH /v1/users/{id}`: Change a user. Role owner, scope `users`. */
  changeUser: {
    params: { id: string }
    query: undefined
    body: { readonly "role"?: "viewer" | "member" | "operator" | "owner" | undefined; readonly "disabled"?: boolean | undefined; readonly "password"?: string | undefined }
    answer: Schemas['User']
  }
  /** `POST /v1/agents`: Store an agent, with folders of its own for each user. Role operator, scope `agents:write`. */
  createAgent: {
    params: undefined
    query: undefined
    body: { readonly "id": string; readonly "type"?: "open" | "predefined" | undefined }
    answer: Schemas['Agent']
  }
  /** `POST /v1/chat/completions`: Talk to an agent in the form of OpenAI's Chat Completions. Role member, scope `chat`. */
  createChatCompletion: {
    params: undefined
    query: undefined
    body: Schemas['CompletionRequest']
    answer: { readonly "object": "chat.completion"; readonly [key: string]: unknown }
  }
  /** `POST /v1/custom/tools`: Add a tool by its definition. Role operator, scope `custom:write`. */
  createCustomTool: {
    params: undefined
    query: undefined
    body: { readonly [key: string]: unknown }
    answer: Schemas['CustomTool']
  }
  /** `POST /v1/keys`: Create an API key for yourself. Role viewer. */
  createKey: {
    params: undefined
    query: undefined
    body: { readonly "name": string; readonly "scopes": readonly (string)[]; readonly "agents"?: readonly (string)[] | undefined; readonly "expiresAt"?: string | undefined; readonly "human"?: boolean | undefined }
    answer: { readonly "key": Schemas['ApiKey']; readonly "secret": string }
  }
  /** `POST /v1/policy/draft`: Begin a draft of the policy, from what the database holds or from one of its versions. Role operator, scope `policy:write`. */
  createPolicyDraft: {
    params: undefined
    query: undefined
    body: { readonly "version"?: number | undefined }
    answer: Schemas['PolicyDraft']
  }
  /** `POST /v1/sessions`: Open a session in which an agent works. Role member, scope `sessions:write`. */
  createSession: {
    params: undefined
    query: undefined
    body: { readonly "agent"?: string | undefined; readonly "model"?: string | undefined }
    answer: { readonly "id": string }
  }
  /** `POST /v1/teams`: Make a team of agents: a lead, members who do the tasks, and reviewers. Role operator, scope `teams:write`. */
  createTeam: {
    params: undefined
    query: undefined
    body: { readonly "id": string; readonly "description"?: string | undefined; readonly "lead": string; readonly "members": readonly (string)[]; readonly "reviewers"?: readonly (string)[] | undefined; readonly "settings"?: { readonly [key: string]: unknown } | undefined }
    answer: Schemas['Team']
  }
  /** `POST /v1/ws-tickets`: Get a ticket for a WebSocket. Role viewer, scope `events`. */
  createTicket: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "ticket": string; readonly "expiresAt": string }
  }
  /** `POST /v1/users`: Add a user. Role owner, scope `users`. */
  createUser: {
    params: undefined
    query: undefined
    body: { readonly "name": string; readonly "role": "viewer" | "member" | "operator" | "owner"; readonly "password"?: string | undefined }
    answer: { readonly "user": Schemas['User']; readonly "token": string }
  }
  /** `POST /v1/approvals/{id}/decision`: Answer a request for approval. Role member, scope `approvals:answer`. */
  decideApproval: {
    params: { id: string }
    query: undefined
    body: Schemas['ApprovalDecision']
    answer: Schemas['Decided']
  }
  /** `POST /v1/approvals/decisions`: Answer several requests, each for itself. Role member, scope `approvals:answer`. */
  decideApprovals: {
    params: undefined
    query: undefined
    body: { readonly "decisions": readonly ({ readonly "answer": "allow_once" | "allow_for_session" | "allow_always" | "deny" | "abort"; readonly "digest": string; readonly "reason"?: string | undefined; readonly "id": string })[] }
    answer: { readonly "results": readonly ({ readonly "id": string; readonly "state"?: string | undefined; readonly "problem"?: string | undefined })[] }
  }
  /** `DELETE /v1/policy/draft`: Throw your draft of the policy away. Role operator, scope `policy:write`. */
  discardPolicyDraft: {
    params: undefined
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/nodes/{id}/drain`: Let a node take no new work, before it is stopped. Role owner, scope `nodes`. */
  drainNode: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `PATCH /v1/custom/tools/{name}`: Change fields of a tool, or values of its encrypted environment; null returns to the default. Role operator, scope `custom:write`. */
  editCustomTool: {
    params: { name: string }
    query: undefined
    body: { readonly [key: string]: unknown }
    answer: Schemas['CustomTool']
  }
  /** `DELETE /v1/me/devices/{id}`: Sign a browser out. Role viewer. */
  endDevice: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/users/{id}/devices/{device}`: Sign a browser of a user out. Role owner, scope `users`. */
  endUserDevice: {
    params: { id: string; device: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/tools/{name}/explain`: What would happen to a call, without making it. Role member, scope `tools:read`. */
  explainCall: {
    params: { name: string }
    query: undefined
    body: { readonly "arguments": { readonly [key: string]: unknown }; readonly "agent"?: string | undefined }
    answer: Schemas['Explanation']
  }
  /** `GET /v1/config/explain`: Every setting in force with its source. Role operator, scope `config`. */
  explainConfig: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['EffectiveValue'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/audit/export`: Every recorded event that matches, earliest first, as a file. Role member, scope `audit:read`. */
  exportAudit: {
    params: undefined
    query: { format?: "jsonl" | "csv" | undefined; event?: string | undefined; session?: string | undefined }
    body: undefined
    answer: string
  }
  /** `POST /v1/knowledge/forget`: Withdraw everything that one source said. Role member, scope `knowledge:write`. */
  forgetKnowledge: {
    params: undefined
    query: undefined
    body: { readonly "agent"?: string | undefined; readonly "user"?: string | undefined; readonly "source": string }
    answer: { readonly "count": number }
  }
  /** `DELETE /v1/memory/{id}`: Forget a document: one of all users of an agent is hidden from the caller alone. Role member, scope `memory:write`. */
  forgetMemory: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/sessions/{id}/fork`: Open a session that begins with the conversation of another one. Role member, scope `sessions:write`. */
  forkSession: {
    params: { id: string }
    query: undefined
    body: { readonly "node"?: string | undefined }
    answer: { readonly "id": string }
  }
  /** `GET /v1/agents/{id}`: Show an agent: its definition, and what all of its users begin with. Role operator, scope `agents:read`. */
  getAgent: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['AgentWithFiles']
  }
  /** `GET /v1/approvals/{id}`: One request for approval, with all its parts. Role member, scope `approvals:read`. */
  getApproval: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['Approval']
  }
  /** `GET /v1/artifacts/{id}`: Describe a whole output of which a model saw a part. Role member, scope `sessions:read`. */
  getArtifact: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['Artifact']
  }
  /** `GET /v1/artifacts/{id}/content`: Download a whole output. Role member, scope `sessions:read`. */
  getArtifactContent: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Uint8Array
  }
  /** `GET /v1/custom/tools/{name}`: Show a tool with its definition. Role operator, scope `custom:read`. */
  getCustomTool: {
    params: { name: string }
    query: undefined
    body: undefined
    answer: Schemas['CustomToolDefinition']
  }
  /** `GET /v1/delegations/runs/{id}`: Show a delegation with its report. Role member, scope `delegations:read`. */
  getDelegation: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['DelegationReport']
  }
  /** `GET /v1/openapi.json`: The description of this API in OpenAPI 3.1. Role viewer. */
  getDescription: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly [key: string]: unknown }
  }
  /** `GET /v1/flow/report`: Show where the words of strangers decide, over the latest sessions. Role operator, scope `audit:read`. */
  getFlowReport: {
    params: undefined
    query: { sessions?: number | undefined }
    body: undefined
    answer: Schemas['FlowReport']
  }
  /** `GET /v1/health`: The state of this node in detail. Role operator, scope `metrics`. */
  getHealth: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "ready": boolean; readonly "draining": boolean; readonly "node": string; readonly "build": string; readonly "database": { readonly "kind": "sqlite" | "postgres"; readonly "name": string }; readonly "pendingSettings": readonly (string)[]; readonly "remoteTools": readonly (string)[]; readonly "serverTime": string }
  }
  /** `GET /v1/jobs/{id}`: Show a job with its payload, without secrets. Role operator, scope `jobs:read`. */
  getJob: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['JobWithPayload']
  }
  /** `GET /v1/mcp/servers/{id}/changes`: Connect to a server, and show how its offer differs from what was agreed to. Role operator, scope `mcp:test`. */
  getMcpChanges: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['McpChanges']
  }
  /** `GET /v1/mcp/servers/{id}`: Show an MCP server with its state; does not start it. Role operator, scope `mcp:read`. */
  getMcpServer: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['McpServer']
  }
  /** `GET /v1/me`: Who you are and what you may do. Role viewer. */
  getMe: {
    params: undefined
    query: undefined
    body: undefined
    answer: Schemas['Me']
  }
  /** `GET /v1/memory/{id}`: Show a remembered document with its text. Role member, scope `memory:read`. */
  getMemory: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['MemoryText']
  }
  /** `GET /v1/metrics`: Metrics in the format of Prometheus. Role operator, scope `metrics`. */
  getMetrics: {
    params: undefined
    query: undefined
    body: undefined
    answer: string
  }
  /** `GET /v1/policy`: The policy in force: every value with its source. Role viewer, scope `policy:read`. */
  getPolicy: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "version": number; readonly "problem": string | null; readonly "nodes": Schemas['PolicyOnNodes']; readonly "values": readonly (Schemas['EffectiveValue'])[] }
  }
  /** `GET /v1/policy/draft`: Show your draft of the policy, with its differences and faults. Role operator, scope `policy:write`. */
  getPolicyDraft: {
    params: undefined
    query: undefined
    body: undefined
    answer: Schemas['PolicyDraft']
  }
  /** `GET /v1/policy/versions/{version}`: Show a version of the policy in the database, and what it changed. Role operator, scope `policy:read`. */
  getPolicyVersion: {
    params: { version: number }
    query: undefined
    body: undefined
    answer: { readonly "version": number; readonly "digest": string; readonly "by": string; readonly "at": string; readonly "note": string | null; readonly "changed": readonly (readonly (string)[])[]; readonly "policy": { readonly [key: string]: unknown }; readonly "changes": readonly (Schemas['PolicyChange'])[]; readonly "wider": boolean; readonly "fromHere": readonly (Schemas['PolicyChange'])[] }
  }
  /** `GET /v1/sessions/{id}`: One recorded session. Role member, scope `sessions:read`. */
  getSession: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['Session']
  }
  /** `GET /v1/sessions/{id}/calls/{call}`: Everything that was recorded of one call. Role member, scope `sessions:read`. */
  getSessionCall: {
    params: { id: string; call: string }
    query: undefined
    body: undefined
    answer: Schemas['SessionCallDetail']
  }
  /** `GET /v1/sessions/{id}/flow`: Show where the words of a session came from, and what they decided. Role member, scope `sessions:read`. */
  getSessionFlow: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['SessionFlow']
  }
  /** `GET /v1/policy/shadow`: Recorded calls that the shadow policy would have decided otherwise. Role operator, scope `policy:read`. */
  getShadowReport: {
    params: undefined
    query: { days?: number | undefined; sessions?: number | undefined }
    body: undefined
    answer: Schemas['PolicySimulation']
  }
  /** `GET /v1/skills/named/{name}`: Show a skill as a model reads it, with its versions and grants. Role member, scope `skills:read`. */
  getSkill: {
    params: { name: string }
    query: undefined
    body: undefined
    answer: Schemas['SkillText']
  }
  /** `GET /v1/stats/{series}`: Numbers over time, for plots. Role viewer, scope `stats`. */
  getStats: {
    params: { series: "calls" | "asked" | "decision-time" | "latency" | "cost" | "tokens" | "denied" | "redactions" | "waiting" | "flow" }
    query: { range?: "1h" | "24h" | "7d" | "30d" | undefined; by?: string | undefined }
    body: undefined
    answer: Schemas['StatsSeries']
  }
  /** `GET /v1/tasks/{id}`: Show a task with its steps, results and history. Role member, scope `tasks:read`. */
  getTask: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['TaskWithSteps']
  }
  /** `GET /v1/teams/{id}/tasks/{number}`: Show a task with its comments and its record. Role operator, scope `teams:read`. */
  getTeamTask: {
    params: { id: string; number: number }
    query: undefined
    body: undefined
    answer: Schemas['TeamTaskRecord']
  }
  /** `GET /v1/tools/{name}`: A tool with the schema of its arguments. Role viewer, scope `tools:read`. */
  getTool: {
    params: { name: string }
    query: { agent?: string | undefined }
    body: undefined
    answer: Schemas['Tool']
  }
  /** `GET /v1/tools/{name}/visibility`: Why a tool is in the set of an agent, or is not. Role viewer, scope `tools:read`. */
  getToolVisibility: {
    params: { name: string }
    query: { agent?: string | undefined }
    body: undefined
    answer: { readonly "available": boolean; readonly "hidden": Schemas['HiddenTool'] | null; readonly "steps": readonly ({ readonly [key: string]: unknown })[] }
  }
  /** `PUT /v1/mcp/servers/{id}/grant`: Write the grant of a server to an agent or user, in place of the one before. Role operator, scope `mcp:grant`. */
  grantMcpServer: {
    params: { id: string }
    query: undefined
    body: { readonly "subject": { readonly "kind": "agent" | "user"; readonly "id": string }; readonly "enabled"?: boolean | undefined; readonly "toolAllow"?: readonly (string)[] | undefined; readonly "toolDeny"?: readonly (string)[] | undefined; readonly "overrides"?: { readonly "env"?: { readonly [key: string]: string } | undefined; readonly "headers"?: { readonly [key: string]: string } | undefined; readonly "timeouts"?: { readonly "startSeconds"?: number | undefined; readonly "callSeconds"?: number | undefined; readonly "maxCallSeconds"?: number | undefined } | undefined; readonly "toolPrefix"?: string | undefined } | undefined }
    answer: undefined
  }
  /** `POST /v1/skills/named/{name}/grants`: Let an agent, a user, or one for the other use a published skill. Role operator, scope `skills:write`. */
  grantSkill: {
    params: { name: string }
    query: undefined
    body: { readonly "agent"?: string | null | undefined; readonly "user"?: string | null | undefined }
    answer: undefined
  }
  /** `POST /v1/tools/{name}/invoke`: Make a call. Role member, scope `tools:invoke`. */
  invokeTool: {
    params: { name: string }
    query: undefined
    body: { readonly "arguments": { readonly [key: string]: unknown }; readonly "agent"?: string | undefined; readonly "session"?: string | undefined }
    answer: Schemas['Outcome']
  }
  /** `GET /v1/delegations/links`: List the links along which agents give work to each other. Role operator, scope `delegations:read`. */
  listAgentLinks: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['AgentLink'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/agents`: List the agents that are stored, defined or named by the configuration. Role member, scope `agents:read`. */
  listAgents: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Agent'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/approvals`: List what waits for an answer, or what was answered. Role member, scope `approvals:read`. */
  listApprovals: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; state?: "pending" | "all" | undefined; agent?: string | undefined; tool?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Approval'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/audit`: List recorded events, latest first. Role member, scope `audit:read`. */
  listAudit: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; event?: string | undefined; session?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Event'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/models`: List the agents as models, for clients of the OpenAI API. Role member, scope `chat`. */
  listChatModels: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "object": "list"; readonly "data": readonly ({ readonly "id": string; readonly "object": "model"; readonly "created": number; readonly "owned_by": string })[] }
  }
  /** `GET /v1/custom/problems`: List the files that declare no tool, with the reasons. Role operator, scope `custom:read`. */
  listCustomToolProblems: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly ({ readonly "file": string; readonly "problem": string })[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/custom/tools`: List the tools of the operator, of the database and of files. Role operator, scope `custom:read`. */
  listCustomTools: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['CustomTool'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/delegations`: List the delegations, the latest first: your own, or those of all for an operator. Role member, scope `delegations:read`. */
  listDelegations: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; agent?: string | undefined; state?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Delegation'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/me/devices`: List the browsers in which you are signed in. Role viewer. */
  listDevices: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "items": readonly (Schemas['Device'])[] }
  }
  /** `GET /v1/grants`: List saved answers. Role member, scope `grants`. */
  listGrants: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; all?: "true" | "false" | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Grant'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/jobs`: List background jobs, newest first. Role operator, scope `jobs:read`. */
  listJobs: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; state?: "waiting" | "running" | "done" | "dead" | undefined; kind?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Job'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/keys`: List your API keys; an owner sees all. Role viewer. */
  listKeys: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['ApiKey'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/mcp/grants`: List who may use which server, and which of its tools. Role operator, scope `mcp:read`. */
  listMcpGrants: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['McpGrant'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/mcp/requests`: List requests for access to servers. Role operator, scope `mcp:read`. */
  listMcpRequests: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; all?: "true" | "false" | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['McpRequest'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/mcp/servers`: List the MCP servers with their state; starts none. Role operator, scope `mcp:read`. */
  listMcpServers: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['McpServer'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/memory`: List what is remembered: by members their own, by operators everything. Role member, scope `memory:read`. */
  listMemory: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['MemoryDocument'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/nodes`: List the nodes of the database, each with the policy that it has in force. Role operator, scope `nodes`. */
  listNodes: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "items": readonly (Schemas['Node'])[]; readonly "samePolicy": boolean }
  }
  /** `GET /v1/policy/versions`: List the versions of the policy in the database, newest first. Role operator, scope `policy:read`. */
  listPolicyVersions: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['PolicyVersion'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/programs`: List the programs that run with credentials, with the names of their variables. Role operator, scope `secrets:read`. */
  listPrograms: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Program'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/questions`: List the questions of agents to people. Role member, scope `approvals:read`. */
  listQuestions: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; state?: "pending" | "all" | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['QuestionRequest'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/secrets`: List the names of stored secrets, never their values. Role operator, scope `secrets:read`. */
  listSecrets: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Secret'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/sessions/{id}/artifacts`: List the whole outputs that are kept of a session, latest first. Role member, scope `sessions:read`. */
  listSessionArtifacts: {
    params: { id: string }
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Artifact'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/sessions/{id}/calls`: The calls of a session in their order, without their content. Role member, scope `sessions:read`. */
  listSessionCalls: {
    params: { id: string }
    query: { limit?: number | undefined; cursor?: string | undefined; since?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['SessionCall'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/sessions/{id}/events`: The events of a session in the order in which they were recorded. Role member, scope `sessions:read`. */
  listSessionEvents: {
    params: { id: string }
    query: { limit?: number | undefined; cursor?: string | undefined; since?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Event'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/sessions/{id}/nodes`: The runs, turns and calls of a session in their order. Role member, scope `sessions:read`. */
  listSessionNodes: {
    params: { id: string }
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['SessionNode'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/sessions`: List recorded sessions, latest first. Role member, scope `sessions:read`. */
  listSessions: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; kind?: "direct" | "group" | "child" | "delegation" | "team" | "cron" | "heartbeat" | undefined; agent?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Session'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/skills/problems`: List the folders that are not skills, with the reasons. Role operator, scope `skills:read`. */
  listSkillProblems: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly ({ readonly "path": string; readonly "problem": string })[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/skills`: List skills: for members those that they may use, for operators all. Role member, scope `skills:read`. */
  listSkills: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Skill'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/tasks`: List tasks, latest first: for members their own, for operators all. Role member, scope `tasks:read`. */
  listTasks: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; agent?: string | undefined; user?: string | undefined; status?: "open" | "completed" | "failed" | "cancelled" | undefined }
    body: undefined
    answer: { readonly "items": readonly ({ readonly "id": string; readonly "title": string; readonly "state": "open" | "completed" | "failed" | "cancelled"; readonly "reason": string | null; readonly "agent": string; readonly "user": string; readonly "session": string; readonly "createdAt": string; readonly "changedAt": string; readonly "steps": number; readonly "done": number; readonly "running": number; readonly "failed": number })[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/teams/{id}/mail`: List the mail of a team, the latest first; marks nothing as read. Role operator, scope `teams:read`. */
  listTeamMail: {
    params: { id: string }
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly ({ readonly "id": string; readonly "from": string; readonly "to": string; readonly "user": string; readonly "text": string; readonly "sentAt": string; readonly "readAt": string | null })[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/teams/{id}/tasks`: List the tasks on the board of a team. Role operator, scope `teams:read`. */
  listTeamTasks: {
    params: { id: string }
    query: { limit?: number | undefined; cursor?: string | undefined; status?: "pending" | "in_progress" | "in_review" | "blocked" | "completed" | "failed" | "cancelled" | "stale" | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['TeamTask'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/teams`: List the teams with the number of their tasks in each state. Role operator, scope `teams:read`. */
  listTeams: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly ({ readonly "id": string; readonly "description": string; readonly "lead": string; readonly "members": readonly (string)[]; readonly "reviewers": readonly (string)[]; readonly "settings": { readonly [key: string]: unknown } | null; readonly "board": { readonly "pending": number; readonly "in_progress": number; readonly "in_review": number; readonly "blocked": number; readonly "completed": number; readonly "failed": number; readonly "cancelled": number; readonly "stale": number } })[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/tools`: List the tools of an agent. Role viewer, scope `tools:read`. */
  listTools: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined; agent?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['Tool'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `GET /v1/users/{id}/devices`: List the browsers in which a user is signed in. Role owner, scope `users`. */
  listUserDevices: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: { readonly "items": readonly (Schemas['Device'])[] }
  }
  /** `GET /v1/users`: List the users. Role owner, scope `users`. */
  listUsers: {
    params: undefined
    query: { limit?: number | undefined; cursor?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly (Schemas['User'])[]; readonly "next": string | null; readonly "asOf": string | null }
  }
  /** `POST /v1/auth/login`: Sign in with a browser. Role open. */
  logIn: {
    params: undefined
    query: undefined
    body: Schemas['Credentials']
    answer: { readonly "me": Schemas['Me']; readonly "half": string }
  }
  /** `POST /v1/auth/logout`: Sign out. Role viewer. */
  logOut: {
    params: undefined
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/auth/logout-all`: Sign out everywhere. Role viewer. */
  logOutAll: {
    params: undefined
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/mcp/servers/preview`: Connect to a server that was not added yet, and show what it offers; keeps nothing. Role operator, scope `mcp:add`. */
  previewMcpServer: {
    params: undefined
    query: undefined
    body: { readonly "id": string; readonly "server": { readonly "command"?: string | undefined; readonly "args"?: readonly (string)[] | undefined; readonly "env"?: { readonly [key: string]: string } | undefined; readonly "cwd"?: string | undefined; readonly "sandbox"?: { readonly "read"?: readonly (string)[] | undefined; readonly "write"?: readonly (string)[] | undefined; readonly "network"?: "none" | "host" | { readonly "allow": readonly (string)[] } | undefined; readonly "memoryMb"?: number | undefined; readonly "cpus"?: number | undefined; readonly "processes"?: number | undefined; readonly "openFiles"?: number | undefined } | undefined; readonly "url"?: string | undefined; readonly "transport"?: "stdio" | "http" | "sse" | undefined; readonly "era"?: "auto" | "legacy" | "modern" | undefined; readonly "sharing"?: "session" | "user" | "process" | undefined; readonly "headers"?: { readonly [key: string]: string } | undefined; readonly "auth"?: { readonly "grant"?: "authorization_code" | "client_credentials" | undefined; readonly "clientId"?: string | undefined; readonly "clientSecret"?: string | undefined; readonly "clientMetadataUrl"?: string | undefined; readonly "issuer"?: string | undefined; readonly "scopes"?: readonly (string)[] | undefined; readonly "redirectPort"?: number | undefined; readonly "perUser"?: boolean | undefined } | undefined; readonly "toolPrefix"?: string | undefined; readonly "network"?: boolean | undefined; readonly "trustAnnotations"?: boolean | undefined; readonly "toolAllow"?: readonly (string)[] | undefined; readonly "toolDeny"?: readonly (string)[] | undefined; readonly "requireUserGrant"?: boolean | undefined; readonly "requireAgentGrant"?: boolean | undefined; readonly "enabled"?: boolean | undefined; readonly "required"?: boolean | undefined; readonly "timeouts"?: { readonly "startSeconds"?: number | undefined; readonly "callSeconds"?: number | undefined; readonly "maxCallSeconds"?: number | undefined } | undefined; readonly "sampling"?: { readonly "maxTokens"?: number | undefined; readonly "perMinute"?: number | undefined } | undefined; readonly "agents"?: { readonly [key: string]: { readonly "env"?: { readonly [key: string]: string } | undefined; readonly "headers"?: { readonly [key: string]: string } | undefined; readonly "timeouts"?: { readonly "startSeconds"?: number | undefined; readonly "callSeconds"?: number | undefined; readonly "maxCallSeconds"?: number | undefined } | undefined; readonly "toolPrefix"?: string | undefined } } | undefined } }
    answer: { readonly "problem": string | null; readonly "version": string | null; readonly "text": string; readonly "tools": number }
  }
  /** `POST /v1/mcp/servers/{id}/reconnect`: End the waits and blocks of a server, so that its next use connects again. Role operator, scope `mcp:test`. */
  reconnectMcpServer: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/agents/{id}`: Remove an agent with its files and memory, for all of its users; folders on the disk stay. Role operator, scope `agents:write`. */
  removeAgent: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/delegations/links/{source}/{target}`: Remove a link; delegations along it that have begun go on. Role operator, scope `delegations:write`. */
  removeAgentLink: {
    params: { source: string; target: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/custom/tools/{name}`: Remove a tool of the database for good, with its encrypted environment. Role operator, scope `custom:write`. */
  removeCustomTool: {
    params: { name: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/jobs/{id}`: Remove a job that is not running. Role operator, scope `jobs:write`. */
  removeJob: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/mcp/servers/{id}`: Remove a server that the database holds; one of a file is removed there. Role operator, scope `mcp:add`. */
  removeMcpServer: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/secrets/{name}`: Remove a secret; the programs that get it are without it. Role owner, scope `secrets:write`. */
  removeSecret: {
    params: { name: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/skills/named/{name}`: Remove a published skill, or one version of it. Role operator, scope `skills:write`. */
  removeSkill: {
    params: { name: string }
    query: { version?: number | undefined }
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/teams/{id}`: Remove a team with its board and mail; its record stays. Role operator, scope `teams:write`. */
  removeTeam: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/users/{id}`: Remove a user with its keys and sessions. Role owner, scope `users`. */
  removeUser: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/auth/renew`: Prove again who you are. Role viewer. */
  renewSession: {
    params: undefined
    query: undefined
    body: Schemas['Credentials']
    answer: undefined
  }
  /** `POST /v1/sessions/{id}/resume`: Go on with a run that was interrupted. Role member, scope `sessions:write`. */
  resumeSession: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: Schemas['AcceptedMessage']
  }
  /** `POST /v1/jobs/{id}/retry`: Give a dead job all its attempts again. Role operator, scope `jobs:write`. */
  retryJob: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `POST /v1/mcp/requests/{id}/review`: Grant what a request asks for, or refuse it with a reason that the agent reads. Role operator, scope `mcp:grant`. */
  reviewMcpRequest: {
    params: { id: string }
    query: undefined
    body: { readonly "verdict": "approved" | "rejected"; readonly "note"?: string | undefined }
    answer: Schemas['McpRequest']
  }
  /** `DELETE /v1/grants/{id}`: Take a saved answer back. Role member, scope `grants`. */
  revokeGrant: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/keys/{id}`: Revoke an API key. Role viewer. */
  revokeKey: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/mcp/servers/{id}/grant`: Take the grant of a server from an agent or user. Role operator, scope `mcp:grant`. */
  revokeMcpServer: {
    params: { id: string }
    query: { kind: "agent" | "user"; id: string }
    body: undefined
    answer: undefined
  }
  /** `DELETE /v1/skills/named/{name}/grants`: Take a grant of a skill away. Role operator, scope `skills:write`. */
  revokeSkill: {
    params: { name: string }
    query: { agent?: string | null | undefined; user?: string | null | undefined }
    body: undefined
    answer: undefined
  }
  /** `PUT /v1/delegations/links/{source}/{target}`: Let an agent give work to another one, or change under which conditions. Role operator, scope `delegations:write`. */
  saveAgentLink: {
    params: { source: string; target: string }
    query: undefined
    body: { readonly "direction"?: "outbound" | "bidirectional" | undefined; readonly "settings"?: { readonly [key: string]: unknown } | undefined }
    answer: Schemas['AgentLink']
  }
  /** `GET /v1/knowledge/graph`: Show entities and the facts that connect them, as of a time. Role member, scope `knowledge:read`. */
  searchKnowledge: {
    params: undefined
    query: { agent?: string | undefined; user?: string | undefined; q?: string | undefined; depth?: number | undefined; asOf?: string | undefined; knownAt?: string | undefined }
    body: undefined
    answer: Schemas['KnowledgeGraph']
  }
  /** `GET /v1/memory/search`: Search what an agent remembers for a user, as the agent would. Role member, scope `memory:read`. */
  searchMemory: {
    params: undefined
    query: { q: string; agent?: string | undefined; user?: string | undefined }
    body: undefined
    answer: { readonly "items": readonly ({ readonly "title": string; readonly "lines": readonly (number)[]; readonly "quality": string; readonly "text": string; readonly "trust": string; readonly "source": string | null })[]; readonly "degraded": string | null }
  }
  /** `POST /v1/sessions/{id}/messages`: Say something to the agent of a session. Role member, scope `sessions:write`. */
  sendMessage: {
    params: { id: string }
    query: undefined
    body: { readonly "text": string }
    answer: Schemas['AcceptedMessage']
  }
  /** `POST /v1/teams/{id}/mail`: Send a message to an agent of a team, or to all of them. Role operator, scope `teams:write`. */
  sendTeamMail: {
    params: { id: string }
    query: undefined
    body: { readonly "to"?: string | undefined; readonly "text": string }
    answer: { readonly "to": readonly (string)[] }
  }
  /** `PUT /v1/secrets/{name}`: Keep a value under a name, encrypted; it is never answered again. Role owner, scope `secrets:write`. */
  setSecret: {
    params: { name: string }
    query: undefined
    body: { readonly "value": string }
    answer: { readonly "name": string; readonly "result": "added" | "replaced" }
  }
  /** `POST /v1/policy/draft/simulate`: Try your draft on recorded calls: which of them it would decide otherwise. Role operator, scope `policy:write`. */
  simulatePolicyDraft: {
    params: undefined
    query: undefined
    body: { readonly "days"?: number | undefined; readonly "sessions"?: number | undefined; readonly "session"?: string | undefined; readonly "agent"?: string | undefined }
    answer: Schemas['PolicySimulation']
  }
  /** `PUT /v1/custom/tools/{name}/state`: Offer a tool to agents, or keep it from all of them. Role operator, scope `custom:write`. */
  switchCustomTool: {
    params: { name: string }
    query: undefined
    body: { readonly "enabled": boolean }
    answer: Schemas['CustomTool']
  }
  /** `PUT /v1/programs/{name}/state`: Let a program run with its credentials, or not. Role owner, scope `secrets:write`. */
  switchProgram: {
    params: { name: string }
    query: undefined
    body: { readonly "enabled": boolean }
    answer: undefined
  }
  /** `POST /v1/custom/tools/{name}/test`: Show what a call would run or send, and its targets; runs nothing. Role operator, scope `custom:read`. */
  testCustomTool: {
    params: { name: string }
    query: undefined
    body: { readonly "arguments"?: { readonly [key: string]: unknown } | undefined }
    answer: { readonly [key: string]: unknown }
  }
  /** `POST /v1/mcp/servers/{id}/test`: Connect to a server, and say of each tool if it would be offered, and if not, why. Role operator, scope `mcp:test`. */
  testMcpServer: {
    params: { id: string }
    query: undefined
    body: { readonly "agent"?: string | undefined; readonly "user"?: string | undefined }
    answer: { readonly "problem": string | null; readonly "tools": readonly ({ readonly "name": string; readonly "fate": string; readonly "reason": string | null; readonly "shownAs": string | null })[]; readonly "warnings": readonly (string)[] }
  }
  /** `POST /v1/policy/draft/test`: Run the tests of your draft, on the draft together with the files. Role operator, scope `policy:write`. */
  testPolicyDraft: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "passed": number; readonly "results": readonly (Schemas['PolicyTestResult'])[] }
  }
  /** `POST /v1/audit/verify`: Check that nothing of the record was changed. Role operator, scope `audit:read`. */
  verifyAudit: {
    params: undefined
    query: undefined
    body: undefined
    answer: { readonly "status": "sound" | "broken"; readonly [key: string]: unknown }
  }
  /** `POST /v1/knowledge/vouch`: Say that what one source said may be relied on. Role member, scope `knowledge:write`. */
  vouchForKnowledge: {
    params: undefined
    query: undefined
    body: { readonly "agent"?: string | undefined; readonly "user"?: string | undefined; readonly "source": string }
    answer: { readonly "count": number }
  }
  /** `POST /v1/memory/{id}/vouch`: Say that a document of a stranger may be relied on. Role member, scope `memory:write`. */
  vouchForMemory: {
    params: { id: string }
    query: undefined
    body: undefined
    answer: undefined
  }
}

/** The method and path of each operation. */
export const operations = {
  abortSession: { method: 'POST', path: '/v1/sessions/{id}/abort' },
  actOnTeamTask: { method: 'POST', path: '/v1/teams/{id}/tasks/{number}/act' },
  addMcpServer: { method: 'POST', path: '/v1/mcp/servers' },
  addMemory: { method: 'POST', path: '/v1/memory' },
  addTeamTask: { method: 'POST', path: '/v1/teams/{id}/tasks' },
  agreeToMcpServer: { method: 'POST', path: '/v1/mcp/servers/{id}/agree' },
  answerQuestion: { method: 'POST', path: '/v1/questions/{id}/answer' },
  applyPolicyDraft: { method: 'POST', path: '/v1/policy/apply' },
  cancelDelegation: { method: 'POST', path: '/v1/delegations/runs/{id}/cancel' },
  cancelTask: { method: 'POST', path: '/v1/tasks/{id}/cancel' },
  changePolicyDraft: { method: 'PUT', path: '/v1/policy/draft' },
  changeTeam: { method: 'PATCH', path: '/v1/teams/{id}' },
  changeUser: { method: 'PATCH', path: '/v1/users/{id}' },
  createAgent: { method: 'POST', path: '/v1/agents' },
  createChatCompletion: { method: 'POST', path: '/v1/chat/completions' },
  createCustomTool: { method: 'POST', path: '/v1/custom/tools' },
  createKey: { method: 'POST', path: '/v1/keys' },
  createPolicyDraft: { method: 'POST', path: '/v1/policy/draft' },
  createSession: { method: 'POST', path: '/v1/sessions' },
  createTeam: { method: 'POST', path: '/v1/teams' },
  createTicket: { method: 'POST', path: '/v1/ws-tickets' },
  createUser: { method: 'POST', path: '/v1/users' },
  decideApproval: { method: 'POST', path: '/v1/approvals/{id}/decision' },
  decideApprovals: { method: 'POST', path: '/v1/approvals/decisions' },
  discardPolicyDraft: { method: 'DELETE', path: '/v1/policy/draft' },
  drainNode: { method: 'POST', path: '/v1/nodes/{id}/drain' },
  editCustomTool: { method: 'PATCH', path: '/v1/custom/tools/{name}' },
  endDevice: { method: 'DELETE', path: '/v1/me/devices/{id}' },
  endUserDevice: { method: 'DELETE', path: '/v1/users/{id}/devices/{device}' },
  explainCall: { method: 'POST', path: '/v1/tools/{name}/explain' },
  explainConfig: { method: 'GET', path: '/v1/config/explain' },
  exportAudit: { method: 'GET', path: '/v1/audit/export' },
  forgetKnowledge: { method: 'POST', path: '/v1/knowledge/forget' },
  forgetMemory: { method: 'DELETE', path: '/v1/memory/{id}' },
  forkSession: { method: 'POST', path: '/v1/sessions/{id}/fork' },
  getAgent: { method: 'GET', path: '/v1/agents/{id}' },
  getApproval: { method: 'GET', path: '/v1/approvals/{id}' },
  getArtifact: { method: 'GET', path: '/v1/artifacts/{id}' },
  getArtifactContent: { method: 'GET', path: '/v1/artifacts/{id}/content' },
  getCustomTool: { method: 'GET', path: '/v1/custom/tools/{name}' },
  getDelegation: { method: 'GET', path: '/v1/delegations/runs/{id}' },
  getDescription: { method: 'GET', path: '/v1/openapi.json' },
  getFlowReport: { method: 'GET', path: '/v1/flow/report' },
  getHealth: { method: 'GET', path: '/v1/health' },
  getJob: { method: 'GET', path: '/v1/jobs/{id}' },
  getMcpChanges: { method: 'GET', path: '/v1/mcp/servers/{id}/changes' },
  getMcpServer: { method: 'GET', path: '/v1/mcp/servers/{id}' },
  getMe: { method: 'GET', path: '/v1/me' },
  getMemory: { method: 'GET', path: '/v1/memory/{id}' },
  getMetrics: { method: 'GET', path: '/v1/metrics' },
  getPolicy: { method: 'GET', path: '/v1/policy' },
  getPolicyDraft: { method: 'GET', path: '/v1/policy/draft' },
  getPolicyVersion: { method: 'GET', path: '/v1/policy/versions/{version}' },
  getSession: { method: 'GET', path: '/v1/sessions/{id}' },
  getSessionCall: { method: 'GET', path: '/v1/sessions/{id}/calls/{call}' },
  getSessionFlow: { method: 'GET', path: '/v1/sessions/{id}/flow' },
  getShadowReport: { method: 'GET', path: '/v1/policy/shadow' },
  getSkill: { method: 'GET', path: '/v1/skills/named/{name}' },
  getStats: { method: 'GET', path: '/v1/stats/{series}' },
  getTask: { method: 'GET', path: '/v1/tasks/{id}' },
  getTeamTask: { method: 'GET', path: '/v1/teams/{id}/tasks/{number}' },
  getTool: { method: 'GET', path: '/v1/tools/{name}' },
  getToolVisibility: { method: 'GET', path: '/v1/tools/{name}/visibility' },
  grantMcpServer: { method: 'PUT', path: '/v1/mcp/servers/{id}/grant' },
  grantSkill: { method: 'POST', path: '/v1/skills/named/{name}/grants' },
  invokeTool: { method: 'POST', path: '/v1/tools/{name}/invoke' },
  listAgentLinks: { method: 'GET', path: '/v1/delegations/links' },
  listAgents: { method: 'GET', path: '/v1/agents' },
  listApprovals: { method: 'GET', path: '/v1/approvals' },
  listAudit: { method: 'GET', path: '/v1/audit' },
  listChatModels: { method: 'GET', path: '/v1/models' },
  listCustomToolProblems: { method: 'GET', path: '/v1/custom/problems' },
  listCustomTools: { method: 'GET', path: '/v1/custom/tools' },
  listDelegations: { method: 'GET', path: '/v1/delegations' },
  listDevices: { method: 'GET', path: '/v1/me/devices' },
  listGrants: { method: 'GET', path: '/v1/grants' },
  listJobs: { method: 'GET', path: '/v1/jobs' },
  listKeys: { method: 'GET', path: '/v1/keys' },
  listMcpGrants: { method: 'GET', path: '/v1/mcp/grants' },
  listMcpRequests: { method: 'GET', path: '/v1/mcp/requests' },
  listMcpServers: { method: 'GET', path: '/v1/mcp/servers' },
  listMemory: { method: 'GET', path: '/v1/memory' },
  listNodes: { method: 'GET', path: '/v1/nodes' },
  listPolicyVersions: { method: 'GET', path: '/v1/policy/versions' },
  listPrograms: { method: 'GET', path: '/v1/programs' },
  listQuestions: { method: 'GET', path: '/v1/questions' },
  listSecrets: { method: 'GET', path: '/v1/secrets' },
  listSessionArtifacts: { method: 'GET', path: '/v1/sessions/{id}/artifacts' },
  listSessionCalls: { method: 'GET', path: '/v1/sessions/{id}/calls' },
  listSessionEvents: { method: 'GET', path: '/v1/sessions/{id}/events' },
  listSessionNodes: { method: 'GET', path: '/v1/sessions/{id}/nodes' },
  listSessions: { method: 'GET', path: '/v1/sessions' },
  listSkillProblems: { method: 'GET', path: '/v1/skills/problems' },
  listSkills: { method: 'GET', path: '/v1/skills' },
  listTasks: { method: 'GET', path: '/v1/tasks' },
  listTeamMail: { method: 'GET', path: '/v1/teams/{id}/mail' },
  listTeamTasks: { method: 'GET', path: '/v1/teams/{id}/tasks' },
  listTeams: { method: 'GET', path: '/v1/teams' },
  listTools: { method: 'GET', path: '/v1/tools' },
  listUserDevices: { method: 'GET', path: '/v1/users/{id}/devices' },
  listUsers: { method: 'GET', path: '/v1/users' },
  logIn: { method: 'POST', path: '/v1/auth/login' },
  logOut: { method: 'POST', path: '/v1/auth/logout' },
  logOutAll: { method: 'POST', path: '/v1/auth/logout-all' },
  previewMcpServer: { method: 'POST', path: '/v1/mcp/servers/preview' },
  reconnectMcpServer: { method: 'POST', path: '/v1/mcp/servers/{id}/reconnect' },
  removeAgent: { method: 'DELETE', path: '/v1/agents/{id}' },
  removeAgentLink: { method: 'DELETE', path: '/v1/delegations/links/{source}/{target}' },
  removeCustomTool: { method: 'DELETE', path: '/v1/custom/tools/{name}' },
  removeJob: { method: 'DELETE', path: '/v1/jobs/{id}' },
  removeMcpServer: { method: 'DELETE', path: '/v1/mcp/servers/{id}' },
  removeSecret: { method: 'DELETE', path: '/v1/secrets/{name}' },
  removeSkill: { method: 'DELETE', path: '/v1/skills/named/{name}' },
  removeTeam: { method: 'DELETE', path: '/v1/teams/{id}' },
  removeUser: { method: 'DELETE', path: '/v1/users/{id}' },
  renewSession: { method: 'POST', path: '/v1/auth/renew' },
  resumeSession: { method: 'POST', path: '/v1/sessions/{id}/resume' },
  retryJob: { method: 'POST', path: '/v1/jobs/{id}/retry' },
  reviewMcpRequest: { method: 'POST', path: '/v1/mcp/requests/{id}/review' },
  revokeGrant: { method: 'DELETE', path: '/v1/grants/{id}' },
  revokeKey: { method: 'DELETE', path: '/v1/keys/{id}' },
  revokeMcpServer: { method: 'DELETE', path: '/v1/mcp/servers/{id}/grant' },
  revokeSkill: { method: 'DELETE', path: '/v1/skills/named/{name}/grants' },
  saveAgentLink: { method: 'PUT', path: '/v1/delegations/links/{source}/{target}' },
  searchKnowledge: { method: 'GET', path: '/v1/knowledge/graph' },
  searchMemory: { method: 'GET', path: '/v1/memory/search' },
  sendMessage: { method: 'POST', path: '/v1/sessions/{id}/messages' },
  sendTeamMail: { method: 'POST', path: '/v1/teams/{id}/mail' },
  setSecret: { method: 'PUT', path: '/v1/secrets/{name}' },
  simulatePolicyDraft: { method: 'POST', path: '/v1/policy/draft/simulate' },
  switchCustomTool: { method: 'PUT', path: '/v1/custom/tools/{name}/state' },
  switchProgram: { method: 'PUT', path: '/v1/programs/{name}/state' },
  testCustomTool: { method: 'POST', path: '/v1/custom/tools/{name}/test' },
  testMcpServer: { method: 'POST', path: '/v1/mcp/servers/{id}/test' },
  testPolicyDraft: { method: 'POST', path: '/v1/policy/draft/test' },
  verifyAudit: { method: 'POST', path: '/v1/audit/verify' },
  vouchForKnowledge: { method: 'POST', path: '/v1/knowledge/vouch' },
  vouchForMemory: { method: 'POST', path: '/v1/memory/{id}/vouch' },
} as const satisfies Record<keyof Operations, { readonly method: string; readonly path: string }>
/*
<!-- end of client --> */
