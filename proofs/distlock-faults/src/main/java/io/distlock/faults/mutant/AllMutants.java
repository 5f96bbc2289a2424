// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.mutant;

import java.util.List;

/**
 * The bugs that the harness has to find. Each was made before, in some lock.
 *
 * @since 0.1.0
 */
public final class AllMutants {

	private static final String LEASE = "java/io/distlock/lease/";

	private static final String REDIS = "resources/io/distlock/redis/";

	private static final String REDLOCK = "resources/io/distlock/redlock/";

	private static final String STATEMENTS = "java/io/distlock/jdbc/internal/sql/";

	private static final String FENCING = "java/io/distlock/fencing/";

	private static final String CHECK_CALLS = "databases.forEach((database) -> calls.forEach((call) -> check(call, database)));";

	private static final String ZOOKEEPER = "java/io/distlock/zookeeper/";

	private static final String LINE = "java/io/distlock/line/internal/";

	static final Mutant DEADLINE_FROM_REPLY = Mutant
		.of("deadline-from-reply", "A lease counts from the answer, and not from the request")
		.patch(LEASE + "RemoteLease.java", "return sentAt + durationNanos",
				"return Ticker.SYSTEM.now() + durationNanos");

	static final Mutant NO_CHECK_AT_HAND_OFF = Mutant
		.of("no-check-at-hand-off", "A lease goes to the next local waiter whether or not it still runs")
		.patch(LEASE + "LeaseReturn.java",
				"if (this.hold.loss != null || (!lease.isReturned() && lease.hasExpired(this.engine.ticker.now()))) {",
				"if (this.hold.loss != null) {")
		.patch(LEASE + "RemoteLease.java",
				"return this.returning == Return.NONE && this.ticker.now() - this.sentAt < longestNanos / this.part\n"
						+ "\t\t\t\t&& this.ticker.left(this.storeDeadline) > this.durationNanos / 2;",
				"return true;");

	static final Mutant OWNER_OF_THE_JVM = Mutant
		.of("owner-of-the-jvm", "All attempts of a JVM have one owner, and not each its own")
		.patch(LEASE + "ProviderCalls.java", "getAndIncrement()", "get()");

	static final Mutant RELEASE_WITHOUT_OWNER = Mutant
		.of("release-without-owner", "A release deletes the lock, whichever owner has it")
		.patch(REDIS + "release.lua", "if lock and lock.owner == me then",
				"if lock and (lock.held or lock.owner == me) then");

	static final Mutant UPDATE_WITHOUT_OWNER = Mutant
		.of("update-without-owner", "A release updates the row, whichever owner has the lock")
		.patch(STATEMENTS + "LockSql.java", "OWNED + condition;",
				"(condition.isEmpty() ? \"lock_key = ? and owner <> ? || '-'\" : OWNED) + condition;");

	static final Mutant RENEW_WITHOUT_OWNER = Mutant
		.of("renew-without-owner", "A renewal prolongs the lock, whichever owner has it, and says that all is well")
		.patch(REDIS + "renew.lua",
				"find(value, ARGV[2 * n], 35, true) ~= 35 or sub(value, 18, 33) > ARGV[2 * n + 1]\n      or ", "");

	static final Mutant RENEW_RECREATES = Mutant
		.of("renew-recreates", "A renewal brings a lock back that another owner has had meanwhile")
		.patch(REDIS + "renew.lua", "  if type(value) ~= 'string'",
				"  if type(value) == 'string' and sub(value, 35, 35) == '=' then\n"
						+ "    call('SET', key, sub(value, 1, 17) .. ARGV[2 * n + 1] .. ' ' .. ARGV[2 * n] .. '- 1000 ' .. (ttl - 1000)\n"
						+ "      .. ' revived', 'PX', ttl)\n  elseif type(value) ~= 'string'");

	static final Mutant PLAIN_COUNTER = Mutant
		.of("plain-counter", "Tokens come from a counter, which a restart without data resets")
		.patch(REDIS + "grant.lua", "local first = time[1] * 1000000 + time[2]", "local first = 1");

	static final Mutant MAX_OF_COUNTERS = Mutant
		.of("max-of-counters",
				"The token of a majority is the greatest of its counters, and the others are not told of it")
		.patch("java/io/distlock/redlock/RedlockGroup.java", "|| isConfirmed(claim, owner, last, granting.keySet())) {",
				"|| last > 0) {")
		.patch(REDLOCK + "redlock-acquire.lua",
				"if proposed == 0 or not found[2] then\n  proposed = math.max(proposed, clock)",
				"if proposed > 0 then\n  proposed = 0")
		.patch(REDLOCK + "redlock-yield.lua",
				"if proposed == 0 or not fence then\n  proposed = math.max(proposed, clock)",
				"if proposed > 0 then\n  proposed = 0")
		.patch(REDLOCK + "redlock-release.lua", "    fence = ARGV[4]\n", "");

	static final Mutant WAIT_ELSEWHERE = Mutant
		.of("wait-elsewhere", "WAIT is sent on another connection than the grant, and so waits for nothing")
		.patch("java/io/distlock/redis/internal/spring/LettuceRedisTransport.java",
				"CompletableFuture<ScriptReply> sent = sendAcknowledged(link, connection, List.of(call), wanted).get(0);",
				"CompletableFuture<ScriptReply> sent = CompletableFuture.completedFuture(\n"
						+ "call.checked(wanted, run(call), RedisReplies.of(RedisReplies.await(\n"
						+ "((StatefulRedisConnection<byte[], byte[]>) LettuceLink.client(connection)).async()\n"
						+ ".waitForReplication(wanted.ack(), wanted.timeout().toMillis()), call::purpose))));");

	static final Mutant SILENT_CONNECTION_STAYS = Mutant
		.of("silent-connection-stays", "A connection to Redis on which no reply arrives any more is not replaced")
		.patch("java/io/distlock/redis/internal/spring/LettuceLink.java", "if (since != 0 &&", "if (call == null &&");

	static final Mutant WAIT_ON_ACQUIRE_ONLY = Mutant
		.of("wait-on-acquire-only", "A grant waits for replicas, and a renewal does not")
		.patch("java/io/distlock/redis/LockScripts.java",
				"\"renew %d lease(s)\".formatted(leases.size()),\n\t\t\t\tEffect.LEASES_OF_KEYS);",
				"\"renew %d lease(s)\".formatted(leases.size()),\n\t\t\t\tEffect.NO_LEASE);");

	static final Mutant SUB_SELECT = Mutant
		.of("sub-select", "An acquire decides by a sub-select, which sees what was before a concurrent update")
		.patch(STATEMENTS + "PostgresSql.java",
				"\"where lock_key = ? and expires_at <= \" + now() + \" and \" + this.queue.grantable());",
				"\"where lock_key in (select lock_key from \" + table() + \" where lock_key = ? and expires_at <= \" + now()\n"
						+ "+ \" and \" + this.queue.grantable() + \")\");");

	static final Mutant NODE_OF_OLD_SESSION = Mutant
		.of("node-of-old-session", "A client with a new session takes over a node of the old one, which goes with that")
		.patch(ZOOKEEPER + "ZooKeeperContender.java",
				"if (place != null && place.session() != session) {\n\t\t\tleaveLine();\n\t\t\treturn null;",
				"if (place != null && place.session() != session) {\n\t\t\tplace.adopt(session);\n\t\t\treturn place;")
		.patch(ZOOKEEPER + "QueueNode.java", "private final Session session;",
				"private volatile Session session;\n\n\tvoid adopt(Session session) {\n\t\tthis.session = session;\n\t}\n");

	static final Mutant GUARD_LAST = Mutant
		.of("guard-last", "The fencing guard checks the token before the commit, and not when the transaction begins")
		.patch(FENCING + "FencedTransactions.java", CHECK_CALLS, "")
		.patch(FENCING + "FencedTransactions.java", "CommitVeto.assertNone();",
				"List<FencedCall> calls = active();\n\t\tList<DataSource> databases = JdbcTransactions.current();\n\t\t"
						+ CHECK_CALLS);

	static final Mutant RELEASE_BEFORE_COMMIT = Mutant
		.of("release-before-commit", "A lock that is acquired in a transaction is released before that ends")
		.patch("java/io/distlock/internal/transaction/TransactionalLockScope.java", "if (!this.extending || ",
				"if (this.extending || ");

	static final Mutant RENEWAL_FROM_REPLY = Mutant
		.of("renewal-from-reply", "A renewal counts from its answer, and not from its request")
		.patch(LEASE + "KeyQueue.java", "lease.extend(sentAt);", "lease.extend(this.engine.ticker.now());");

	static final Mutant ASYNCHRONOUS_COMMIT = Mutant
		.of("asynchronous-commit", "An acquire on PostgreSQL does not wait until it is on disk")
		.patch(STATEMENTS + "PostgresSql.java", "and expires_at <= \" + now()",
				"and set_config('synchronous_commit', 'off', true) is not null and expires_at <= \" + now()")
		.patch(STATEMENTS + "PostgresSql.java", "where not exists (select 1 from \" + table()",
				"where set_config('synchronous_commit', 'off', true) is not null "
						+ "and not exists (select 1 from \" + table()");

	static final Mutant WHOLE_SESSION = Mutant
		.of("whole-session", "A ZooKeeper client trusts its session for all of its timeout")
		.patch(ZOOKEEPER + "Session.java", ".multipliedBy(2).dividedBy(5);", ";");

	static final Mutant READER_FREES_FOR_ALL = Mutant
		.of("reader-frees-for-all", "The first reader that leaves frees the lock, and not the last one")
		.patch(REDIS + "release-shared.lua", "  if all.count == 0 then", "  if true then");

	static final Mutant READS_BESIDE_A_WRITER = Mutant
		.of("reads-beside-a-writer", "A reader looks at other readers only, and joins a writer")
		.patch(REDIS + "acquire-shared.lua", "  if lock and lock.held and not together then\n    return",
				"  if false then\n    return");

	static final Mutant ONE_PERMIT_TOO_MANY = Mutant
		.of("one-permit-too-many", "A permit is granted while as many are taken as there are")
		.patch(REDIS + "acquire-shared.lua", "  if all.count >= permits then", "  if all.count > permits then");

	static final Mutant READERS_END_WITH_THE_FIRST = Mutant
		.of("readers-end-with-the-first",
				"A reader's renewal does not prolong the record of the lock, which ends for all")
		.patch(REDIS + "renew-shared.lua", "    if lease > left(key, lock) then", "    if false then");

	static final Mutant PERMIT_IS_NOT_PROLONGED = Mutant
		.of("permit-is-not-prolonged", "A renewal says that all is well, and leaves the end of the permit")
		.patch(REDIS + "renew-shared.lua", "string.format('%.0f', now + lease) ..", "string.match(entry, '^%d+') ..");

	static final Mutant RELEASE_OPENS_THE_ROW = Mutant
		.of("release-opens-the-row", "The first reader that leaves opens the row of the key to a writer")
		.patch(STATEMENTS + "ShareStatements.java", "if (isRoom(left, lock.mode())) {", "if (left != null) {");

	static final Mutant RENEWAL_KEEPS_THE_ROW = Mutant
		.of("renewal-keeps-the-row", "A reader's renewal prolongs its own row, and not that of the key")
		.patch(STATEMENTS + "ShareSql.java", "String last = this.dialect.greatest(",
				"String last = this.dialect.least(");

	static final Mutant SHARES_WITHOUT_THE_ROW_LOCK = Mutant
		.of("shares-without-the-row-lock", "Owners that come together decide without a lock on the row of the key")
		.patch(STATEMENTS + "ShareStatements.java", "Sql.update(connection, this.sql.lock(), key) == 0",
				"Sql.list(connection, this.sql.find(1), (row) -> row.getString(1), key).isEmpty()");

	static final Mutant FRONT_IS_TOO_LONG = Mutant
		.of("front-is-too-long", "One more than there are permits of those in line believes to have one")
		.patch(LINE + "Front.java", "return Math.min(permits, line.size());",
				"return Math.min(permits + 1, line.size());");

	static final Mutant READER_PASSES_THE_WRITER = Mutant
		.of("reader-passes-the-writer", "A reader holds the lock wherever in the line it stands")
		.patch(LINE + "Front.java", "return position == 0 || (",
				"return position == 0 || mode == LockMode.SHARED || (");

	static final Mutant NESTED_WITHOUT_THE_LOCK = Mutant
		.of("nested-without-the-lock", "An exclusive call within an asynchronous one that shares the key needs no lock")
		.patch("java/io/distlock/internal/interceptor/SharedHold.java", "		refuseUpgrade(call.request());\n", "")
		.patch("java/io/distlock/internal/interceptor/SharedHold.java",
				"return isEnoughFor(call.request().mode()) && this", "return this");

	static final Mutant LAST_RELEASE_IS_KNOWN = Mutant
		.of("last-release-is-known",
				"Of those who hold a key together, the last release alone is known when it comes again")
		.patch(REDIS + "release-shared.lua", "if lock and (lock.owner == me or wasReleased(lock, used)) or",
				"if lock and lock.owner == me or");

	static final Mutant MARK_STAYS = Mutant
		.of("mark-stays", "A writer that gives up leaves its mark, which keeps readers out until it ends")
		.patch("java/io/distlock/redis/RedisContender.java", "this.handoffs.leave(this.keys, this.node);", "");

	static final Mutant UNUSED_PERMIT_STAYS = Mutant
		.of("unused-permit-stays", "A node that is woken for a permit, and waits no longer, wakes no other")
		.patch(REDIS + "pass.lua", "return {isTogether(lock) and wakeBeside(lock) or 0}", "return {0}")
		.patch(REDIS + "release-shared.lua", "return node and tonumber(lock.last) or 1", "return 1");

	private static final List<Mutant> ALL = List.of(DEADLINE_FROM_REPLY, NO_CHECK_AT_HAND_OFF, OWNER_OF_THE_JVM,
			RELEASE_WITHOUT_OWNER, UPDATE_WITHOUT_OWNER, RENEW_WITHOUT_OWNER, RENEW_RECREATES, PLAIN_COUNTER,
			MAX_OF_COUNTERS, WAIT_ELSEWHERE, SILENT_CONNECTION_STAYS, WAIT_ON_ACQUIRE_ONLY, SUB_SELECT, GUARD_LAST,
			RELEASE_BEFORE_COMMIT, NODE_OF_OLD_SESSION, RENEWAL_FROM_REPLY, ASYNCHRONOUS_COMMIT, WHOLE_SESSION,
			READER_FREES_FOR_ALL, READS_BESIDE_A_WRITER, ONE_PERMIT_TOO_MANY, READERS_END_WITH_THE_FIRST,
			PERMIT_IS_NOT_PROLONGED, RELEASE_OPENS_THE_ROW, RENEWAL_KEEPS_THE_ROW, SHARES_WITHOUT_THE_ROW_LOCK,
			FRONT_IS_TOO_LONG, READER_PASSES_THE_WRITER, NESTED_WITHOUT_THE_LOCK, LAST_RELEASE_IS_KNOWN, MARK_STAYS,
			UNUSED_PERMIT_STAYS);

	private AllMutants() {
	}

	/**
	 * Return all of them.
	 * @return the mutants
	 */
	public static List<Mutant> all() {
		return ALL;
	}

}
