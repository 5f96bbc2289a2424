// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.distlock.LockMode;
import io.distlock.internal.actuate.RecentLosses.LossDescriptor;
import io.distlock.leader.LeaderElection;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.monitor.LockForceReleasedEvent;
import io.distlock.monitor.LockLostEvent;
import io.distlock.monitor.LockSnapshot;
import io.distlock.monitor.LockStatistics;
import io.distlock.monitor.LockWaiter;
import io.distlock.provider.ForcedRelease;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockListing;
import io.distlock.provider.LockProvider;
import io.distlock.provider.LockQuery;
import io.distlock.provider.StoredLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/**
 * {@link Endpoint @Endpoint} that lists locks held by this node and locks in the store,
 * and ends a lock of any owner.
 * <p>
 * Locks of this node are reported from memory. Other locks are read from the store, whose
 * failures are reported as part of the response. The lock of a running node, see
 * {@link NodePresence}, is only in the list of the store.
 *
 * @since 0.1.0
 */
@Endpoint(id = "locks", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ LocksEndpoint.ForcedReleaseDescriptor.class, ErrorDescriptor.class })
public class LocksEndpoint {

	private static final String AUDIT_TYPE = "DISTLOCK_FORCE_RELEASE";

	private static final int KEY_LENGTH = 200;

	private static final Logger logger = LoggerFactory.getLogger(LocksEndpoint.class);

	private static final int DEFAULT_LIMIT = 100;

	private static final int MAX_LIMIT = 10_000;

	// Is never held: names of locks do not begin so.
	private static final String CHECKED_KEY = "distlock.check";

	private final LockEngineRegistry engines;

	private final LockStores stores;

	private final LeaseSettings settings;

	private final ApplicationEventPublisher events;

	private final AuditTrail audit;

	private final StoreCalls calls;

	private final InstantSource clock = InstantSource.system();

	private final RecentLosses losses = new RecentLosses(this.clock);

	/**
	 * Create an endpoint.
	 * @param engines the engines used on this node
	 * @param stores the stores of the application
	 * @param settings the settings, with the name of this node
	 * @param events publishes events of forced releases
	 */
	public LocksEndpoint(LockEngineRegistry engines, LockStores stores, LeaseSettings settings,
			ApplicationEventPublisher events) {
		this.engines = engines;
		this.stores = stores;
		this.events = events;
		this.audit = new AuditTrail(events);
		this.settings = settings;
		this.calls = new StoreCalls(settings.leaseTime());
	}

	/**
	 * List the locks of this node and of each store.
	 * @param limit the maximum number of locks of this node and of each store: 100 by
	 * default, at most 10,000; with 0, the store only receives a request for one key, to
	 * test its response
	 * @param key the only key to list, as given by the application, or {@code null}
	 * @param prefix the prefix of keys, as given by the application, or {@code null}
	 * @param after the start of the listing of the store: {@code next} of the previous
	 * page, or {@code null}
	 * @return the locks
	 */
	@ReadOperation
	public LocksDescriptor locks(@Nullable Integer limit, @Nullable String key, @Nullable String prefix,
			@Nullable String after) {
		int most = (limit != null) ? limit : DEFAULT_LIMIT;
		require(most >= 0 && most <= MAX_LIMIT, "'limit' must be from 0 to %d, but is %d", MAX_LIMIT, most);
		require(key == null || prefix == null, "'key' and 'prefix' exclude each other");
		require(key == null || !key.isBlank(), "'key' must not be blank");
		Selection selection = new Selection(most, key, (prefix != null) ? prefix : "", (after != null) ? after : "");
		Map<String, ProviderDescriptor> providers = new LinkedHashMap<>();
		this.engines.engines().forEach((name, engine) -> providers.put(name, describe(name, engine, selection)));
		List<LossDescriptor> losses = this.losses.all()
			.stream()
			.filter((loss) -> selection.includes(loss.key()))
			.toList();
		return new LocksDescriptor(this.settings.nodeName(), providers, losses);
	}

	/**
	 * Remember a loss.
	 * @param event the loss
	 */
	@EventListener
	public void lost(LockLostEvent event) {
		this.losses.add(event);
	}

	/**
	 * Remember a forced release.
	 * @param event the release
	 */
	@EventListener
	public void forceReleased(LockForceReleasedEvent event) {
		this.losses.add(event);
	}

	private static void require(boolean condition, String message, Object... arguments) {
		if (!condition) {
			String reason = message.formatted(arguments);
			throw new InvalidEndpointRequestException(reason, reason);
		}
	}

	private ProviderDescriptor describe(String name, LockEngineMonitor engine, Selection selection) {
		LockStatistics statistics = engine.statistics();
		List<LockSnapshot> all = engine.snapshot().stream().filter((lock) -> selection.includes(lock.key())).toList();
		List<HeldLockDescriptor> held = all.stream()
			.limit(selection.limit())
			.map((lock) -> HeldLockDescriptor.of(lock, this.clock.instant()))
			.toList();
		List<WaiterDescriptor> waiters = engine.waiters()
			.stream()
			.filter((waiter) -> selection.includes(waiter.key()))
			.limit(selection.limit())
			.map((waiter) -> WaiterDescriptor.of(waiter, this.clock.instant()))
			.toList();
		return new ProviderDescriptor(statistics.provider(), statistics.waiting(), waiters, held,
				all.size() > selection.limit(), statistics.renewalsFailingFor() == null, cluster(name, selection));
	}

	private ClusterDescriptor cluster(String name, Selection selection) {
		LockProvider provider = this.stores.get(name);
		if (!(provider instanceof LockCatalog catalog)) {
			return ClusterDescriptor
				.failed("Provider '%s' does not list the locks in its store. Ask each node what it holds"
					.formatted(provider.name()));
		}
		try {
			String prefix = this.settings.keyPrefix();
			return ClusterDescriptor.of(this.calls.call(name, () -> selection.list(catalog, prefix)), prefix);
		}
		catch (RuntimeException ex) {
			return ClusterDescriptor.failed(ex.toString());
		}
	}

	/**
	 * End a lock of any owner in the store, for all owners of a shared lock.
	 * @param securityContext the caller
	 * @param key the key, as given by the application
	 * @param mode {@link LockMode#PERMIT} for permits, otherwise the lock of that name in
	 * any mode
	 * @param provider the bean name of the provider, required for several providers
	 * without a primary one
	 * @param check {@code true} to only report whether the caller may end locks
	 * @return the result: 200 if the lock was held, 404 if it was free, 503 without a
	 * response of the store, and 400 for an invalid request
	 */
	@DeleteOperation
	public WebEndpointResponse<OperationResponseBody> forceRelease(SecurityContext securityContext,
			@Nullable String key, @Nullable LockMode mode, @Nullable String provider, @Nullable Boolean check) {
		try {
			if (Boolean.TRUE.equals(check)) {
				return answer(ForcedReleaseDescriptor.without((key != null) ? key : "", provider(provider),
						Outcome.CHECKED, null));
			}
			return answer(forceRelease(securityContext, lockKey((key != null) ? key : "", mode), provider(provider)));
		}
		catch (IllegalArgumentException ex) {
			return new WebEndpointResponse<>(new ErrorDescriptor(String.valueOf(ex.getMessage())),
					WebEndpointResponse.STATUS_BAD_REQUEST);
		}
	}

	private LockKey lockKey(String key, @Nullable LockMode mode) {
		return new LockKey(this.settings.keyPrefix(), key,
				(mode == LockMode.PERMIT) ? LockMode.PERMIT : LockMode.EXCLUSIVE);
	}

	private static WebEndpointResponse<OperationResponseBody> answer(ForcedReleaseDescriptor done) {
		return switch (done.outcome()) {
			case RELEASED, CHECKED -> new WebEndpointResponse<>(done);
			case NOT_HELD -> new WebEndpointResponse<>(done, WebEndpointResponse.STATUS_NOT_FOUND);
			case FAILED -> new WebEndpointResponse<>(done, WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		};
	}

	private String provider(@Nullable String name) {
		Set<String> names = this.stores.providerNames();
		if (name == null || name.isEmpty()) {
			return this.stores.primaryName()
				.orElseThrow(() -> new IllegalArgumentException(
						"There are several lock providers: name one of %s as 'provider'".formatted(names)));
		}
		if (!names.contains(name)) {
			throw new IllegalArgumentException("There is no lock provider '%s'; there are %s".formatted(name, names));
		}
		return name;
	}

	private ForcedReleaseDescriptor forceRelease(SecurityContext securityContext, LockKey key, String name) {
		LockProvider provider = this.stores.get(name);
		if (!(provider instanceof ForcedRelease store)) {
			throw new IllegalArgumentException(
					"Provider '%s' does not release locks of other owners. Stop the holder and wait for its lease to end"
						.formatted(provider.name()));
		}
		ForcedReleaseDescriptor done = ForcedReleaseDescriptor.without(key.name(), name, Outcome.FAILED, null);
		try {
			done = end(store, key, name, provider.name());
			return done;
		}
		finally {
			publish(securityContext, key, done);
		}
	}

	private ForcedReleaseDescriptor end(ForcedRelease store, LockKey key, String name, String provider) {
		try {
			Optional<StoredLock> ended = this.calls.call(name, () -> store.forceRelease(key));
			return ended
				.map((lock) -> ForcedReleaseDescriptor.released(key.name(), name, lock, publish(key, lock, provider)))
				.orElseGet(() -> ForcedReleaseDescriptor.without(key.name(), name, Outcome.NOT_HELD, null));
		}
		catch (RuntimeException ex) {
			return ForcedReleaseDescriptor.without(key.name(), name, Outcome.FAILED, ex.toString());
		}
	}

	/**
	 * Publish the event after the lock was released, ignoring exceptions of listeners.
	 */
	private @Nullable String publish(LockKey key, StoredLock lock, String provider) {
		try {
			this.events.publishEvent(new LockForceReleasedEvent(key.name(), lock.mode(), lock.lastToken(), provider));
			return null;
		}
		catch (RuntimeException | Error ex) {
			logger.error("A listener failed when notified that {} was forcibly released", shown(key), ex);
			return "The lock was released, but a listener failed when notified: " + ex;
		}
	}

	private void publish(SecurityContext securityContext, LockKey key, ForcedReleaseDescriptor done) {
		logger.warn("Release of {} in provider '{}' forced by '{}': {} (holder {}, last token {})", shown(key),
				done.provider(), LockKey.shown(AuditTrail.name(securityContext)), done.outcome(),
				(done.holder() != null) ? LockKey.shown(done.holder()) : null, done.lastToken());
		Map<String, Object> data = new LinkedHashMap<>();
		data.put("key", done.key());
		data.put("provider", done.provider());
		data.put("outcome", done.outcome().name());
		if (done.mode() != null && done.holder() != null && done.lastToken() != null) {
			data.put("mode", done.mode().name());
			data.put("holder", done.holder());
			data.put("lastToken", done.lastToken());
		}
		this.audit.record(securityContext, AUDIT_TYPE, data);
	}

	// The encoded key: a key comes from outside, and may hold line breaks.
	private static String shown(LockKey key) {
		return "%s '%s'".formatted((key.mode() == LockMode.PERMIT) ? "all permits of" : "lock",
				key.in(LockMode.EXCLUSIVE).encoded(KEY_LENGTH));
	}

	private static Duration millis(Duration duration) {
		return duration.truncatedTo(ChronoUnit.MILLIS);
	}

	private static @Nullable Instant millis(@Nullable Instant instant) {
		return (instant != null) ? instant.truncatedTo(ChronoUnit.MILLIS) : null;
	}

	/**
	 * Locks selected by a request.
	 *
	 * @param limit the maximum number
	 * @param key the only key, or {@code null}
	 * @param prefix the prefix of keys
	 * @param after the encoded key after which the listing of a store begins
	 */
	private record Selection(int limit, @Nullable String key, String prefix, String after) {

		boolean includes(String name) {
			return (this.key != null) ? name.equals(this.key) : name.startsWith(this.prefix);
		}

		LockListing list(LockCatalog catalog, String keyPrefix) {
			if (this.limit == 0) {
				return catalog.heldLocks(LockQuery.of(new LockKey(keyPrefix, CHECKED_KEY), 1));
			}
			if (this.key == null) {
				LockQuery query = LockQuery.first(this.limit).after(this.after);
				return catalog.heldLocks(this.prefix.isEmpty() ? query : query.startingWith(keyPrefix, this.prefix));
			}
			LockQuery lock = LockQuery.of(new LockKey(keyPrefix, this.key), this.limit);
			LockQuery permits = LockQuery.of(new LockKey(keyPrefix, this.key, LockMode.PERMIT), this.limit);
			return LockListing.of(
					Stream.of(lock, permits).flatMap((query) -> catalog.heldLocks(query).locks().stream()).toList(),
					LockQuery.first(this.limit));
		}

	}

	/**
	 * Description of locks for the endpoint.
	 *
	 * @param node the responding node
	 * @param providers the locks of each used provider, by bean name
	 * @param losses the last locks that this node lost or was requested to end, latest
	 * first, at most 100
	 */
	public record LocksDescriptor(String node, Map<String, ProviderDescriptor> providers,
			List<LossDescriptor> losses) implements OperationResponseBody {

	}

	/**
	 * Locks of one provider.
	 *
	 * @param provider the name of the provider, such as {@code jdbc}
	 * @param waiting the number of waiting callers of this node
	 * @param waiters the waiting callers of this node, longest wait first
	 * @param held the locks held by this node
	 * @param heldTruncated {@code true} if this node holds further locks
	 * @param renewing {@code true} if renewals succeed, or none was necessary
	 * @param cluster the locks in the store
	 */
	public record ProviderDescriptor(String provider, int waiting, List<WaiterDescriptor> waiters,
			List<HeldLockDescriptor> held, boolean heldTruncated, boolean renewing, ClusterDescriptor cluster) {

	}

	/**
	 * Use of a key by the library itself.
	 */
	public enum KeyPurpose {

		/**
		 * Run of a job.
		 */
		JOB("cluster-job:"),

		/**
		 * Role of leader election.
		 */
		LEADER(LeaderElection.KEY_PREFIX),

		/**
		 * Migration of the database.
		 */
		LIQUIBASE("liquibase:"),

		/**
		 * Running node, followed by its version of the library and its name.
		 */
		NODE(NodePresence.KEY_PREFIX);

		private final String prefix;

		KeyPurpose(String prefix) {
			this.prefix = prefix;
		}

		private static @Nullable KeyPurpose of(String key) {
			return Stream.of(values()).filter((purpose) -> key.startsWith(purpose.prefix)).findFirst().orElse(null);
		}

	}

	/**
	 * Waiting caller of this node.
	 *
	 * @param key the key, as given by the application
	 * @param purpose the purpose of a key of the library; {@code null} for a key of the
	 * application
	 * @param mode the requested mode
	 * @param since the start of the wait by this node's clock
	 * @param thread the waiting thread, or {@code null}
	 * @param method the waiting method, or {@code null}
	 */
	public record WaiterDescriptor(String key, @Nullable KeyPurpose purpose, LockMode mode, Instant since,
			@Nullable String thread, @Nullable String method) {

		static WaiterDescriptor of(LockWaiter waiter, Instant now) {
			return new WaiterDescriptor(waiter.key(), KeyPurpose.of(waiter.key()), waiter.mode(),
					now.minus(waiter.waitedFor()).truncatedTo(ChronoUnit.MILLIS), waiter.thread(), waiter.method());
		}

	}

	/**
	 * Lock held by this node.
	 *
	 * @param key the key, as given by the application
	 * @param purpose the purpose of a key of the library; {@code null} for a key of the
	 * application
	 * @param mode the mode
	 * @param fencingToken the token of the hold
	 * @param since the start of the hold by this node's clock
	 * @param remainingLease the guaranteed remaining time without a further renewal
	 * @param thread the holding thread, or {@code null}
	 * @param waiting the number of waiting callers of this node
	 */
	public record HeldLockDescriptor(String key, @Nullable KeyPurpose purpose, LockMode mode, long fencingToken,
			Instant since, Duration remainingLease, @Nullable String thread, int waiting) {

		static HeldLockDescriptor of(LockSnapshot lock, Instant now) {
			return new HeldLockDescriptor(lock.key(), KeyPurpose.of(lock.key()), lock.mode(), lock.fencingToken(),
					now.minus(lock.heldFor()).truncatedTo(ChronoUnit.MILLIS), millis(lock.remainingLease()),
					lock.thread(), lock.waiting());
		}

	}

	/**
	 * Locks of all nodes in a store.
	 *
	 * @param locks the locks, by key; {@code null} if the store did not respond
	 * @param truncated {@code true} if the store has or may have further locks; {@code
	 * null} if the store did not respond
	 * @param next {@code after} of the next page, or {@code null} for the last page
	 * @param error the failure of the store, or {@code null}
	 */
	public record ClusterDescriptor(@Nullable List<StoredLockDescriptor> locks, @Nullable Boolean truncated,
			@Nullable String next, @Nullable String error) {

		static ClusterDescriptor of(LockListing stored, String prefix) {
			return new ClusterDescriptor(
					stored.locks().stream().map((lock) -> StoredLockDescriptor.of(lock, prefix)).toList(),
					stored.truncated(), stored.next(), null);
		}

		static ClusterDescriptor failed(String error) {
			return new ClusterDescriptor(null, null, null, error);
		}

	}

	/**
	 * Lock in a store, held by one owner.
	 *
	 * @param key the key as given by the application, or as stored, see {@code encoded}
	 * @param encoded {@code true} if the key is given as stored, with its prefix, because
	 * it belongs to another application or is too long for the store; {@code null}
	 * otherwise
	 * @param purpose the purpose of a key of the library; {@code null} for a key of the
	 * application
	 * @param mode the mode
	 * @param holder the holding node
	 * @param lastToken the last fencing token of the holder's block
	 * @param since the latest possible start of the hold by the store's clock; {@code
	 * null} if unknown
	 * @param remaining the remaining lease by the store's clock
	 * @param awaited {@code true} if another node waits
	 */
	public record StoredLockDescriptor(String key, @Nullable Boolean encoded, @Nullable KeyPurpose purpose,
			LockMode mode, String holder, long lastToken, @Nullable Instant since, Duration remaining,
			boolean awaited) {

		static StoredLockDescriptor of(StoredLock lock, String prefix) {
			LockKey key = LockKey.decode(lock.key()).orElse(null);
			String name = (key != null && key.prefix().equals(prefix)) ? key.name() : null;
			return new StoredLockDescriptor((name != null) ? name : lock.key(), (name != null) ? null : true,
					(key != null) ? KeyPurpose.of(key.name()) : null, lock.mode(), lock.holder(), lock.lastToken(),
					millis(lock.since()), millis(lock.remaining()), lock.awaited());
		}

	}

	/**
	 * Result of the forced release of a lock.
	 *
	 * @param key the key, as given by the application
	 * @param provider the bean name of the provider
	 * @param outcome the outcome
	 * @param mode the former mode, or {@code null}
	 * @param holder a former holding node, or {@code null}
	 * @param lastToken the last fencing token that the holder may have used, or {@code
	 * null}
	 * @param remaining the former remaining lease, or {@code null}
	 * @param awaited {@code true} if another node waits, or {@code null}
	 * @param error the error message, or {@code null}
	 */
	public record ForcedReleaseDescriptor(String key, String provider, Outcome outcome, @Nullable LockMode mode,
			@Nullable String holder, @Nullable Long lastToken, @Nullable Duration remaining, @Nullable Boolean awaited,
			@Nullable String error) implements OperationResponseBody {

		static ForcedReleaseDescriptor released(String key, String provider, StoredLock lock, @Nullable String error) {
			return new ForcedReleaseDescriptor(key, provider, Outcome.RELEASED, lock.mode(), lock.holder(),
					lock.lastToken(), lock.remaining().truncatedTo(ChronoUnit.MILLIS), lock.awaited(), error);
		}

		static ForcedReleaseDescriptor without(String key, String provider, Outcome outcome, @Nullable String error) {
			return new ForcedReleaseDescriptor(key, provider, outcome, null, null, null, null, null, error);
		}

	}

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * The lock was held and has been released.
		 */
		RELEASED,

		/**
		 * The lock was free.
		 */
		NOT_HELD,

		/**
		 * The caller may end locks. No lock was changed.
		 */
		CHECKED,

		/**
		 * The store did not respond, or refused the request. The request may be repeated.
		 */
		FAILED

	}

}
