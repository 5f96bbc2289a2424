-- Takes away the place and the mark of a writer that waits no longer for those who hold a lock together, and wakes the next
-- node.
-- KEYS: lock, queue, holders
-- ARGV: the node of the writer, or - if that hears nothing
-- Returns: {the last token if a node was woken, else 0}
local value = redis.call('GET', KEYS[1])
local lock = value and read(value)
if not isTogether(lock) then
  return {0}
end
-- The first write is one that a server without memory allows, and the others then too.
redis.call('ZREM', KEYS[2], ARGV[1])
if string.match(lock.marks, ';%?%d+@([^;]+)') == ARGV[1] then
  lock.marks = string.gsub(lock.marks, ';%?[^;]+', '')
  redis.call('SET', KEYS[1], text(lock, lock.marks), 'KEEPTTL')
end
return {wakeBeside(lock)}
