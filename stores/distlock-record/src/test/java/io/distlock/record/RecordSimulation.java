// SPDX-License-Identifier: Apache-2.0

package io.distlock.record;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

import io.distlock.LockMode;
import io.distlock.provider.Attempt;
import io.distlock.provider.Contender;
import io.distlock.provider.KeyAlphabet;
import io.distlock.provider.Lease;
import io.distlock.provider.LockClaim;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockOwner;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.provider.Permits;
import io.distlock.provider.RenewalListener;
import io.distlock.provider.YieldResult;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that contend for one key, by the code of the provider, in virtual time: their
 * clocks drift apart, the clock of the store is read to the second or exactly and jumps
 * within the margin of a lease, and requests are late, lost before or after they took
 * effect, and executed twice. At each request another node may come in between.
 */
final class RecordSimulation {

	/**
	 * The most that the clock of a node gains on that of the store: together with another
	 * node no more than a provider allows for.
	 */
	private static final int DRIFT_PPM = 100;

	private static final int STEPS = 60;

	private static final int PERMITS = 2;

	private final Random random;

	private final Bug bug;

	private final boolean isWholeSeconds;

	private final boolean isOfPermits;

	private final Map<String, StoredRecord> records = new HashMap<>();

	private final List<Runnable> late = new ArrayList<>();

	private final List<Node> nodes = new ArrayList<>();

	private final List<Hold> holds = new ArrayList<>();

	private final Set<LockOwner> released = new HashSet<>();

	private long time = 1_800_000_000_000_000L;

	private long jumped;

	private long nextJump;

	private long versions;

	private long owners;

	private long highest;

	private int depth;

	private int grants;

	RecordSimulation(long seed, Bug bug) {
		this.random = new Random(seed);
		this.bug = bug;
		this.isWholeSeconds = this.random.nextBoolean();
		this.isOfPermits = this.random.nextInt(4) == 0;
		int size = 2 + this.random.nextInt(3);
		for (int i = 0; i < size; i++) {
			this.nodes.add(new Node());
		}
	}

	/**
	 * Run a schedule.
	 * @return how many grants there were
	 * @throws AssertionError if a promise was broken
	 */
	int run() {
		for (int i = 0; i < STEPS; i++) {
			pass(this.random.nextInt(8) == 0 ? 12_000_000 : 900_000);
			step();
		}
		return this.grants;
	}

	private void step() {
		if (this.depth > 2) {
			return;
		}
		this.depth++;
		try {
			this.nodes.get(this.random.nextInt(this.nodes.size())).act();
		}
		finally {
			this.depth--;
		}
	}

	private void pass(long most) {
		this.time += this.random.nextLong(most) + 1;
		if (this.time > this.nextJump && this.random.nextInt(4) == 0) {
			// Half of the margin of the shortest lease, once in the longest.
			this.jumped += this.random.nextInt(10_000) - (this.random.nextInt(20) == 0 ? 6_000_000 : 5000);
			this.nextJump = this.time + 30_000_000;
		}
	}

	private long storeTime() {
		return this.time + this.jumped;
	}

	private void check() {
		List<Hold> believed = this.holds.stream().filter(Hold::isBelieved).toList();
		long exclusive = believed.stream().filter((hold) -> hold.lease.key().isExclusive()).count();
		if (this.isOfPermits ? believed.size() > PERMITS : exclusive > 0 && believed.size() > 1) {
			throw new AssertionError("Held by %s at once".formatted(believed));
		}
	}

	private void granted(Node node, Lease lease, long sent) {
		Hold hold = new Hold(node, lease, sent);
		if (!hold.isBelieved()) {
			node.release(hold);
			return;
		}
		this.grants++;
		if (lease.key().isExclusive()) {
			if (lease.firstToken() <= this.highest) {
				throw new AssertionError("Token %d after %d".formatted(lease.firstToken(), this.highest));
			}
			this.highest = lease.lastToken();
		}
		this.holds.add(hold);
		check();
	}

	/**
	 * A bug of a store, which the simulation has to find.
	 */
	enum Bug {

		NONE, UNCONDITIONAL_WRITE, TIME_TOLD_TOO_EXACTLY, VERSION_USED_TWICE

	}

	private final class Hold {

		final Node node;

		Lease lease;

		long trustedUntil;

		Hold(Node node, Lease lease, long sent) {
			this.node = node;
			this.lease = lease;
			extend(lease, sent);
		}

		void extend(Lease lease, long sent) {
			this.lease = lease;
			long micros = StoreClock.micros(lease.duration());
			this.trustedUntil = sent + micros - micros / 100 - 2000;
		}

		boolean isBelieved() {
			return this.node.monotonic() < this.trustedUntil;
		}

		@Override
		public String toString() {
			return this.lease.toString();
		}

	}

	private final class Node implements RecordStore {

		private final long offset = RecordSimulation.this.random.nextLong(1_000_000_000_000L);

		private final long drift = RecordSimulation.this.random.nextInt(2 * DRIFT_PPM + 1) - DRIFT_PPM;

		private final StoreClock clock = new StoreClock(this::monotonic, this::monotonic);

		private final RecordLockProvider provider = new RecordLockProvider(
				new Records(this, (nanos) -> pass(nanos / 1000 + 1)), Runnable::run) {

			@Override
			public String name() {
				return "simulated";
			}

		};

		private @Nullable Contender contender;

		private @Nullable LockClaim claim;

		long monotonic() {
			return this.offset + RecordSimulation.this.time + RecordSimulation.this.time / 1_000_000 * this.drift;
		}

		void act() {
			List<Hold> mine = RecordSimulation.this.holds.stream().filter((hold) -> hold.node == this).toList();
			int choice = RecordSimulation.this.random.nextInt(10);
			if (choice == 0) {
				purge();
			}
			else if (mine.isEmpty() || choice < 3) {
				ask();
			}
			else {
				use(mine.get(RecordSimulation.this.random.nextInt(mine.size())), choice);
			}
		}

		private void purge() {
			try {
				this.provider.purge(Duration.ofSeconds(20));
			}
			catch (LockStoreException ex) {
				// later
			}
		}

		private void ask() {
			Contender contender = this.contender;
			LockClaim claim = this.claim;
			if (contender == null || claim == null) {
				claim = claim();
				this.claim = claim;
				contender = this.provider.contend(claim, () -> {
				});
				this.contender = contender;
			}
			LockOwner owner = new LockOwner("o" + RecordSimulation.this.owners++);
			long sent = monotonic();
			try {
				Attempt answer = contender.attempt(owner);
				if (answer instanceof Attempt.Granted granted) {
					leave();
					granted(this, granted.lease(), sent);
				}
				else if (RecordSimulation.this.random.nextInt(6) == 0) {
					leave();
				}
			}
			catch (LockStoreException ex) {
				leave();
				if (ex.getOutcome() == Outcome.UNKNOWN && RecordSimulation.this.random.nextBoolean()) {
					withdraw(claim.key(), owner);
				}
			}
		}

		private void leave() {
			Contender contender = this.contender;
			this.contender = null;
			if (contender != null) {
				contender.close();
			}
		}

		private void withdraw(LockKey key, LockOwner owner) {
			try {
				this.provider.release(key, owner);
			}
			catch (LockStoreException ex) {
				// its lease ends it
			}
		}

		private LockClaim claim() {
			Random random = RecordSimulation.this.random;
			LockMode mode = RecordSimulation.this.isOfPermits ? LockMode.PERMIT
					: (random.nextInt(3) == 0) ? LockMode.SHARED : LockMode.EXCLUSIVE;
			Duration lease = Duration.ofSeconds(random.nextBoolean() ? 2 : 25);
			LockClaim claim = LockClaim.of(new LockKey("p", "key", mode), lease, 1 + random.nextInt(4), "node");
			return RecordSimulation.this.isOfPermits ? claim.withPermits(new Permits(PERMITS, 1)) : claim;
		}

		private void use(Hold hold, int choice) {
			long sent = monotonic();
			if (choice < 6) {
				renew(hold, sent);
			}
			else if (choice < 8 && hold.lease.key().isExclusive() && hold.isBelieved()) {
				handOver(hold, sent);
			}
			else if (choice == 9) {
				RecordSimulation.this.holds.remove(hold);
			}
			else {
				RecordSimulation.this.holds.remove(hold);
				release(hold);
			}
		}

		private void renew(Hold hold, long sent) {
			this.provider.renew(List.of(hold.lease), new RenewalListener() {

				@Override
				public void kept(Lease lease) {
					if (hold.isBelieved() && hold.lease.equals(lease)) {
						hold.extend(lease, sent);
						check();
					}
				}

				@Override
				public void lost(Lease lease) {
					if (hold.isBelieved() && RecordSimulation.this.holds.remove(hold)) {
						throw new AssertionError("%s was lost before its end".formatted(lease));
					}
				}

				@Override
				public void unknown(Lease lease, Throwable cause) {
					if (!(cause instanceof LockStoreException)) {
						throw new AssertionError(cause);
					}
				}

			});
		}

		// Asks as the last local holder does when it leaves: from then on nobody of this
		// node holds the lock unless the lease is renewed.
		private void handOver(Hold hold, long sent) {
			RecordSimulation.this.holds.remove(hold);
			Lease before = hold.lease;
			LockClaim claim = LockClaim.of(before.key(), before.duration(), 3, "node");
			try {
				YieldResult result = this.provider.yieldOrRenew(before, before.lastToken(), claim);
				if (result instanceof YieldResult.Renewed renewed) {
					granted(this, renewed.lease(), sent);
				}
				else if (result instanceof YieldResult.Lost && hold.isBelieved()) {
					throw new AssertionError("%s was lost before its end".formatted(before));
				}
			}
			catch (LockStoreException ex) {
				withdraw(before.key(), before.owner());
			}
		}

		void release(Hold hold) {
			boolean believed = hold.isBelieved();
			try {
				boolean held = this.provider.release(hold.lease.key(), hold.lease.owner(), hold.lease.lastToken());
				if (held) {
					RecordSimulation.this.released.add(hold.lease.owner());
				}
				else if (believed && hold.isBelieved()) {
					throw new AssertionError("%s was not held although it had not ended".formatted(hold));
				}
			}
			catch (LockStoreException ex) {
				// its lease ends it
			}
		}

		@Override
		public @Nullable StoredRecord read(String key) throws IOException {
			long sent = monotonic();
			travel(null);
			StoredRecord found = RecordSimulation.this.records.get(key);
			tell(sent);
			travel(null);
			return found;
		}

		@Override
		public @Nullable String write(String key, @Nullable String version, String text) throws IOException {
			long sent = monotonic();
			Runnable write = () -> write(key, version, StoredRecord.of(key, nextVersion(), text));
			travel(write);
			String written = write(key, version, StoredRecord.of(key, nextVersion(), text));
			if (RecordSimulation.this.random.nextInt(12) == 0) {
				RecordSimulation.this.late.add(write);
			}
			if (RecordSimulation.this.random.nextInt(12) == 0) {
				written = write(key, version, StoredRecord.of(key, nextVersion(), text));
			}
			long told = storeTime();
			travel(null);
			tell(sent, told);
			return written;
		}

		private String nextVersion() {
			return "v" + (RecordSimulation.this.bug == Bug.VERSION_USED_TWICE ? RecordSimulation.this.versions++ % 2
					: RecordSimulation.this.versions++);
		}

		private @Nullable String write(String key, @Nullable String version, StoredRecord next) {
			StoredRecord found = RecordSimulation.this.records.get(key);
			boolean unchanged = (found == null) ? version == null : found.version().equals(version);
			if (unchanged || RecordSimulation.this.bug == Bug.UNCONDITIONAL_WRITE) {
				RecordSimulation.this.records.put(key, next);
				return next.version();
			}
			return null;
		}

		private void tell(long sent) {
			tell(sent, storeTime());
		}

		private void tell(long sent, long told) {
			boolean whole = RecordSimulation.this.isWholeSeconds;
			boolean exactly = !whole || RecordSimulation.this.bug == Bug.TIME_TOLD_TOO_EXACTLY;
			this.clock.answered(sent, StoreClock.instant(whole ? told / 1_000_000 * 1_000_000 : told),
					exactly ? Duration.ZERO : Duration.ofSeconds(1));
		}

		// Time passes, others come in between, and the request or the answer may be lost.
		private void travel(@Nullable Runnable request) throws IOException {
			Random random = RecordSimulation.this.random;
			pass(random.nextInt(30) == 0 ? 4_000_000 : 3000);
			if (!RecordSimulation.this.late.isEmpty() && random.nextInt(3) == 0) {
				RecordSimulation.this.late.remove(random.nextInt(RecordSimulation.this.late.size())).run();
			}
			if (random.nextInt(4) == 0) {
				step();
			}
			if (random.nextInt(25) == 0) {
				if (request != null && random.nextBoolean()) {
					RecordSimulation.this.late.add(request);
				}
				throw new IOException("no answer");
			}
		}

		@Override
		public void delete(String key, String version) throws IOException {
			travel(null);
			StoredRecord found = RecordSimulation.this.records.get(key);
			if (found != null && found.version().equals(version)) {
				RecordSimulation.this.records.remove(key);
			}
		}

		@Override
		public void list(String path, Consumer<StoredRecord> visitor) {
			List.copyOf(RecordSimulation.this.records.values())
				.stream()
				.filter((found) -> found.key().startsWith(path))
				.forEach(visitor);
		}

		@Override
		public String title() {
			return "Simulated";
		}

		@Override
		public KeyAlphabet alphabet() {
			return KeyAlphabet.of('=', "-_");
		}

		@Override
		public int longestKey() {
			return 300;
		}

		@Override
		public int longestText() {
			return 100_000;
		}

		@Override
		public StoreClock clock() {
			return this.clock;
		}

		@Override
		public LockStoreException failed(String purpose, Exception failure) {
			return new LockStoreException(purpose, Outcome.UNKNOWN, failure);
		}

	}

}
