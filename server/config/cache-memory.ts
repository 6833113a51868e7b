// Shares of `CACHE_MEMORY_BYTES`, in bytes. The rest is for tables that are bounded by their number of entries.
export function cacheMemory(bytes: number) {
  const share = (part: number) => Math.floor(part * bytes)
  return { responses: share(0.75), fragments: share(0.1), metadata: share(0.05) }
}
