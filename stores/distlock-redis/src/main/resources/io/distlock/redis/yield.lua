-- Renews a lock with new tokens, unless another node waits for it; then releases it. A request that comes twice has the
-- same answer as once, and no effect.
-- KEYS: lock, queue
-- ARGV: owner, tokens less one, time to live in ms, lease and retention in ms and holder,
--       last token of the lease, last token that was used (0: all), times (see free)
-- Returns: {1, last token} renewed; {2, last token if a node was woken, else 0} another node waits; {0, 0} it was not the
--          owner's
local value = redis.call('GET', KEYS[1])
local lock = value and read(value)
if value and not lock then
  return foreign(KEYS[1])
end
local used = (ARGV[6] ~= '0') and ARGV[6] or ARGV[5]
if not lock or not lock.held or lock.owner ~= ARGV[1] then
  return {(lock and wasReleased(lock, used)) and 2 or 0, 0}
end
if lock.last ~= ARGV[5] then
  return {1, tonumber(lock.last)}
end
if waits(lock.marks) then
  return {2, free(lock, used, ARGV[7]) or 0}
end
-- The first write is one that a server without memory allows, and the others then too.
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, grant(KEYS[1], tonumber(used), ' ' .. lock.since .. ' ', ' ' .. marks(false, '', lock.marks, clock()) .. ' ')}
