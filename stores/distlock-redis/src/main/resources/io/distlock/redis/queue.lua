-- Puts a node into the queue of a lock, in its old place if it has a ticket. A server without memory may have no place.
-- ticket: 0 if the node has none yet
-- Returns: the ticket, 0 if there is no place, and how many nodes are before
local function stand(queue, node, ticket, now)
  redis.pcall('ZADD', queue, 'NX', (ticket ~= '0') and ticket or string.format('%.0f', now * 1000), node)
  redis.pcall('PEXPIRE', queue, 300000)
  local known = redis.call('ZSCORE', queue, node)
  return tonumber(known or '0'), known and redis.call('ZRANK', queue, node) or 0
end
