/** The open questions: read by the inbox, by the frame, which counts them, and ahead of both when the inbox is opened. */
export const openApprovalsPath = '/approvals?state=pending&limit=200'
