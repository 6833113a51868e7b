export const tools: Record<string, [about: string, program: string]>
