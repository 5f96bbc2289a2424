// SPDX-License-Identifier: Apache-2.0

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.distlock.provider.LockKey;
import io.distlock.provider.LockStoreException;
import io.distlock.provider.LockStoreException.Outcome;
import io.distlock.scheduling.ledger.JobLedger;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobText;
import io.distlock.zookeeper.Session.NodeData;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Keeps cluster jobs in persistent nodes. A change is one transaction on the node of a
 * job and the node of its records. The version is the ID of the last transaction, which
 * differs for any two changes. The time is written by the leader with each change of a
 * dedicated node, so reading one job to the millisecond is a write in ZooKeeper. The
 * regular read of all jobs on idle nodes writes nothing.
 * <p>
 * See the page 'zookeeper-protocol' of the reference.
 */
final class ZooKeeperJobLedger implements JobLedger {

	/**
	 * Maximum size of a value. Servers accept requests of up to one mebibyte.
	 */
	private static final int MAX_VALUE_BYTES = 900_000;

	private static final String RUNS = "/runs";

	private static final int ROUNDS = 3;

	private static final byte[] NO_DATA = {};

	private static final int ANY_VERSION = -1;

	private static final int BATCH_SIZE = 500;

	/**
	 * Time for which the leader's clock is not read again.
	 */
	private static final Duration MAX_CLOCK_AGE = Duration.ofSeconds(10);

	private static final Duration RETRY_DELAY = Duration.ofMillis(500);

	private final Sessions sessions;

	/**
	 * Parent node of all jobs. Each job has a node with its state, with a child node for
	 * the records of its runs.
	 */
	private final String jobs;

	/**
	 * Node whose last change is the time.
	 */
	private final String clock;

	private final String locks;

	private final ClientAcls acls;

	private volatile @Nullable LeaderTime time;

	/**
	 * Last known number of removed jobs.
	 */
	private volatile @Nullable Integer removals;

	ZooKeeperJobLedger(CuratorFramework client, ZooKeeperLockSettings settings, Sessions sessions, String locks) {
		this.sessions = sessions;
		this.locks = locks;
		String root = ZKPaths.fixForNamespace(client.getNamespace(), settings.rootPath());
		this.jobs = root + "/jobs";
		this.clock = root + "/clock";
		this.acls = new ClientAcls(client);
	}

	@Override
	public JobEntry read(LockKey job) {
		String purpose = "read job '%s'".formatted(job);
		return withParents(purpose, this.clock, (session) -> {
			CompletableFuture<Stat> clock = session.setData(this.clock, NO_DATA);
			// Answers come in order, so this is what holds at that time, or newer.
			CompletableFuture<NodeData> data = session.data(path(job), null);
			return entry(purpose, path(job), ZooKeeperReplies.find(purpose, data),
					written(purpose, session, clock).time());
		});
	}

	private static JobEntry entry(String purpose, String path, @Nullable NodeData node, Instant now) {
		return (node == null) ? new JobEntry(0, JobState.unknown(), now)
				: new JobEntry(node.stat().getMzxid(), understood(purpose, path, () -> JobText.state(text(node))), now);
	}

	/**
	 * Read all jobs. The time is the last change of the clock node by this client,
	 * advanced by the monotonic clock since the answer.
	 */
	@Override
	public Map<LockKey, JobEntry> readAll(Collection<LockKey> jobs) {
		String purpose = "read jobs";
		List<LockKey> all = List.copyOf(jobs);
		return withParents(purpose, this.clock, (session) -> {
			LeaderTime known = this.time;
			if (known == null || !known.isFresh(session)) {
				known = written(purpose, session, session.setData(this.clock, NO_DATA));
			}
			else {
				session.sync(this.jobs);
			}
			List<@Nullable NodeData> nodes = dataOf(purpose, session, all);
			Instant now = known.now();
			Map<LockKey, JobEntry> entries = new LinkedHashMap<>();
			IntStream.range(0, all.size())
				.forEach((i) -> entries.put(all.get(i), entry(purpose, path(all.get(i)), nodes.get(i), now)));
			return entries;
		});
	}

	private List<@Nullable NodeData> dataOf(String purpose, Session session, List<LockKey> jobs)
			throws NoNodeException {
		List<String> nodes = jobs.stream().map(this::path).toList();
		if (nodes.size() == 1) {
			// This is all that servers before 3.6 know.
			return Collections.singletonList(ZooKeeperReplies.find(purpose, session.data(nodes.get(0), null)));
		}
		List<CompletableFuture<List<@Nullable NodeData>>> answers = IntStream
			.iterate(0, (from) -> from < nodes.size(), (from) -> from + BATCH_SIZE)
			.mapToObj((from) -> session.dataOfAll(nodes.subList(from, Math.min(from + BATCH_SIZE, nodes.size()))))
			.toList();
		List<@Nullable NodeData> found = new ArrayList<>();
		for (CompletableFuture<List<@Nullable NodeData>> answer : answers) {
			found.addAll(ZooKeeperReplies.await(purpose, answer));
		}
		return found;
	}

	private LeaderTime written(String purpose, Session session, CompletableFuture<Stat> clock) throws NoNodeException {
		Stat stat = ZooKeeperReplies.await(purpose, clock);
		LeaderTime time = new LeaderTime(session, Instant.ofEpochMilli(stat.getMtime()), System.nanoTime());
		this.time = time;
		return time;
	}

	/**
	 * Return a time until the next check, because the end of a session is not known in
	 * advance.
	 */
	@Override
	public Duration leaseLeft(LockKey lock) {
		String purpose = "check '%s'".formatted(lock);
		LockPath path = LockPath.of(this.locks, lock);
		Session session = this.sessions.current();
		session.sync(path.parent());
		List<String> line = ZooKeeperReplies.line(purpose, session.children(path.parent()));
		if (line.isEmpty()) {
			return Duration.ZERO;
		}
		String first = path.child(line.get(0));
		Stat found = ZooKeeperReplies.find(purpose, session.exists(first));
		if (found != null) {
			ZooKeeperReplies.refusePersistent(purpose, first, found);
		}
		return RETRY_DELAY;
	}

	@Override
	public Optional<JobEntry> write(LockKey job, long version, JobState state, List<JobRun> runs, int historySize) {
		String purpose = "write job '%s'".formatted(job);
		String path = path(job);
		if (version == 0) {
			// What creates a node does not return the number of the transaction.
			Optional<Stat> made = withParents(purpose, this.jobs,
					(session) -> change(purpose, session,
							List.of(create(path, JobText.of(state)),
									create(path + RUNS, JobText.merged(List.of(), runs, historySize, MAX_VALUE_BYTES)),
									set(path, JobText.of(state), ANY_VERSION))));
			return made.map((stat) -> written(stat, state));
		}
		Optional<Stat> changed = replace(purpose, path, version,
				(found) -> List.of(set(path, JobText.of(state), found.job().stat().getVersion()),
						merge(purpose, path, found.runs(), runs, historySize)));
		return changed.map((stat) -> written(stat, state));
	}

	private static JobEntry written(Stat stat, JobState state) {
		return new JobEntry(stat.getMzxid(), state, Instant.ofEpochMilli(stat.getMtime()));
	}

	/**
	 * Remove a job. Removals are counted in the version of the parent node of all jobs.
	 */
	@Override
	public boolean remove(LockKey job, long version) {
		String purpose = "remove job '%s'".formatted(job);
		String path = path(job);
		return replace(purpose, path, version, (found) -> {
			List<Op> all = new ArrayList<>();
			all.add(Op.setData(this.jobs, NO_DATA, ANY_VERSION));
			if (found.runs() != null) {
				all.add(Op.delete(path + RUNS, found.runs().stat().getVersion()));
			}
			all.add(Op.delete(path, found.job().stat().getVersion()));
			return all;
		}).isPresent() || !isKnown(purpose, path);
	}

	private boolean isKnown(String purpose, String path) {
		Session session = this.sessions.current();
		session.sync(path);
		return ZooKeeperReplies.find(purpose, session.data(path, null)) != null;
	}

	/**
	 * Replace the content of a job's node if it is unchanged since the read. The server
	 * compares the version of the node, which repeats if the job was removed and created
	 * again meanwhile. The server therefore also compares the number of removals; if it
	 * has changed, the job is read again and the change is retried.
	 * @return the status of the written node; empty if nothing was changed
	 */
	Optional<Stat> replace(String purpose, String path, long version, Function<Found, List<Op>> change) {
		for (int round = 1; round <= ROUNDS; round++) {
			Session session = this.sessions.current();
			Integer removals = removals(purpose, session);
			Found found = (removals != null) ? find(purpose, session, path, removals) : null;
			if (found == null || found.job().stat().getMzxid() != version) {
				return Optional.empty();
			}
			List<Op> all = new ArrayList<>();
			all.add(Op.check(this.jobs, found.removals()));
			all.addAll(change.apply(found));
			Optional<Stat> changed = changes(purpose, session, all);
			if (changed.isPresent()) {
				return changed;
			}
			this.removals = null;
			if (found.removals().equals(removals(purpose, session))) {
				return Optional.empty();
			}
		}
		return Optional.empty();
	}

	private Optional<Stat> changes(String purpose, Session session, List<Op> all) {
		try {
			return change(purpose, session, all);
		}
		catch (NoNodeException ex) {
			return Optional.empty();
		}
	}

	private @Nullable Integer removals(String purpose, Session session) {
		Integer known = this.removals;
		if (known == null) {
			session.sync(this.jobs);
			NodeData jobs = ZooKeeperReplies.find(purpose, session.data(this.jobs, null));
			known = (jobs != null) ? (Integer) jobs.stat().getVersion() : null;
			this.removals = known;
		}
		return known;
	}

	private static @Nullable Found find(String purpose, Session session, String path, Integer removals) {
		session.sync(path);
		CompletableFuture<NodeData> jobData = session.data(path, null);
		CompletableFuture<NodeData> runData = session.data(path + RUNS, null);
		NodeData job = ZooKeeperReplies.find(purpose, jobData);
		NodeData runs = ZooKeeperReplies.find(purpose, runData);
		return (job != null) ? new Found(job, runs, removals) : null;
	}

	@Override
	public List<LockKey> jobs(String keyPrefix) {
		Session session = this.sessions.current();
		session.sync(this.jobs);
		return JobLedger.decode(session.keys("list the jobs", this.jobs), keyPrefix);
	}

	@Override
	public List<JobRun> history(LockKey job, int limit) {
		String purpose = "list the runs of job '%s'".formatted(job);
		Session session = this.sessions.current();
		String path = path(job) + RUNS;
		session.sync(path);
		NodeData runs = ZooKeeperReplies.find(purpose, session.data(path, null));
		return runs(purpose, path, runs).stream().limit(Math.max(0, limit)).toList();
	}

	private Op merge(String purpose, String job, @Nullable NodeData history, List<JobRun> runs, int historySize) {
		String path = job + RUNS;
		String merged = JobText.merged(runs(purpose, path, history), runs, historySize, MAX_VALUE_BYTES);
		return (history == null) ? create(path, merged) : set(path, merged, history.stat().getVersion());
	}

	private Op create(String path, String text) {
		return Op.create(path, text.getBytes(StandardCharsets.UTF_8), this.acls.of(path), CreateMode.PERSISTENT);
	}

	private static Op set(String path, String text, int version) {
		return Op.setData(path, text.getBytes(StandardCharsets.UTF_8), version);
	}

	private String path(LockKey job) {
		return LockPath.of(this.jobs, job).parent();
	}

	private static String text(NodeData node) {
		return new String(node.data(), StandardCharsets.UTF_8);
	}

	private static Optional<Stat> change(String purpose, Session session, List<Op> all) throws NoNodeException {
		try {
			return ZooKeeperReplies.await(purpose, session.multi(all))
				.stream()
				.filter(OpResult.SetDataResult.class::isInstance)
				.map((set) -> ((OpResult.SetDataResult) set).getStat())
				.findFirst();
		}
		catch (LockStoreException ex) {
			if (ex.getCause() instanceof BadVersionException || ex.getCause() instanceof NodeExistsException) {
				return Optional.empty();
			}
			throw ex;
		}
	}

	private static List<JobRun> runs(String purpose, String path, @Nullable NodeData node) {
		return (node == null) ? List.of() : understood(purpose, path, () -> JobText.runs(text(node)));
	}

	private static <T> T understood(String purpose, String path, Supplier<T> reading) {
		try {
			return reading.get();
		}
		catch (DateTimeException | IllegalArgumentException | IndexOutOfBoundsException ex) {
			throw new LockStoreException(
					"Could not %s in ZooKeeper. The node '%s' does not hold what this version keeps of a job. Unless a node of another version runs, delete it"
						.formatted(purpose, path),
					Outcome.PERMANENT, ex);
		}
	}

	/**
	 * Send a request, create the missing node with its parents if necessary, and send the
	 * request again.
	 */
	private <T> T withParents(String purpose, String needed, Request<T> request) {
		for (int round = 1;; round++) {
			Session session = this.sessions.current();
			try {
				return request.send(session);
			}
			catch (NoNodeException ex) {
				if (round == ROUNDS) {
					throw ZooKeeperReplies.failed(purpose, ex);
				}
				this.acls.make(session, needed, purpose, new Deadline());
			}
		}
	}

	/**
	 * Time by the leader's clock.
	 *
	 * @param session the session of the request
	 * @param time the time
	 * @param readAt time of the answer by the monotonic clock
	 */
	private record LeaderTime(Session session, Instant time, long readAt) {

		boolean isFresh(Session current) {
			return this.session == current && System.nanoTime() - this.readAt < MAX_CLOCK_AGE.toNanos();
		}

		Instant now() {
			return this.time.plus(Duration.ofNanos(System.nanoTime() - this.readAt)).truncatedTo(ChronoUnit.MILLIS);
		}

	}

	/**
	 * State of a job before a change.
	 *
	 * @param job the node of the job
	 * @param runs the node with the records of its runs, or {@code null}
	 * @param removals the number of removed jobs before these nodes were read
	 */
	record Found(NodeData job, @Nullable NodeData runs, Integer removals) {

	}

	private interface Request<T> {

		T send(Session session) throws NoNodeException;

	}

}
