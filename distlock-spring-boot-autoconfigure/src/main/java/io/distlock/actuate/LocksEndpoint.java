// SPDX-License-Identifier: Apache-2.0

package io.distlock.actuate;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.distlock.LockEngineMonitor;
import io.distlock.LockEngineRegistry;
import io.distlock.LockMode;
import io.distlock.LockStatistics;
import io.distlock.actuate.LocksDescriptor.ClusterDescriptor;
import io.distlock.actuate.LocksDescriptor.HeldLockDescriptor;
import io.distlock.actuate.LocksDescriptor.ProviderDescriptor;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * {@link Endpoint @Endpoint} that lists the locks that this node holds and those that the
 * store knows of, and ends a lock whichever owner holds it.
 * <p>
 * Locks of this node are reported from memory. The store is asked for the rest, and its
 * failures are reported inline.
 *
 * @since 0.1.0
 */
@Endpoint(id = "locks", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ ForcedReleaseDescriptor.class, ErrorDescriptor.class })
public class LocksEndpoint {

	private static final int DEFAULT_LIMIT = 100;

	private static final int MAX_LIMIT = 10_000;

	private final LockEngineRegistry engines;

	private final LockStores stores;

	private final ForcedReleases releases;

	private final LocksEndpointSettings settings;

	private final InstantSource clock = InstantSource.system();

	/**
	 * Create an endpoint.
	 * @param engines the engines that were used on this node
	 * @param stores the stores of the application
	 * @param releases ends locks
	 * @param settings who this node is
	 */
	public LocksEndpoint(LockEngineRegistry engines, LockStores stores, ForcedReleases releases,
			LocksEndpointSettings settings) {
		this.engines = engines;
		this.stores = stores;
		this.releases = releases;
		this.settings = settings;
	}

	/**
	 * List the locks of this node, and of each store.
	 * @param limit the most locks to list of a store, 100 unless something else is said,
	 * at most 10,000
	 * @return the locks
	 */
	@ReadOperation
	public LocksDescriptor locks(@Nullable Integer limit) {
		int most = (limit != null) ? limit : DEFAULT_LIMIT;
		if (most < 1 || most > MAX_LIMIT) {
			String reason = "'limit' must be from 1 to %d, but is %d".formatted(MAX_LIMIT, most);
			throw new InvalidEndpointRequestException(reason, reason);
		}
		Map<String, ProviderDescriptor> providers = new LinkedHashMap<>();
		this.engines.engines().forEach((name, engine) -> providers.put(name, describe(name, engine, most)));
		return new LocksDescriptor(this.settings.node(), providers);
	}

	private ProviderDescriptor describe(String name, LockEngineMonitor engine, int limit) {
		LockStatistics statistics = engine.statistics();
		List<HeldLockDescriptor> held = engine.snapshot()
			.stream()
			.map((lock) -> HeldLockDescriptor.of(lock, this.clock.instant()))
			.toList();
		return new ProviderDescriptor(statistics.provider(), statistics.waiting(), held,
				statistics.renewalsFailingFor() == null, cluster(name, limit));
	}

	private ClusterDescriptor cluster(String name, int limit) {
		LockProvider provider = this.stores.get(name);
		if (!(provider instanceof LockCatalog catalog)) {
			return ClusterDescriptor
				.failed("Provider '%s' does not list the locks in its store. Ask each node what it holds"
					.formatted(provider.name()));
		}
		try {
			return ClusterDescriptor.of(catalog.listHeldLocks(limit), this.settings.keyPrefix());
		}
		catch (RuntimeException ex) {
			return ClusterDescriptor.failed(ex.toString());
		}
	}

	/**
	 * End a lock in the store, whichever owner holds it; one that several hold is ended
	 * for all of them.
	 * @param securityContext who asks for it
	 * @param key the key, as the application gives it
	 * @param mode {@link LockMode#PERMIT} for permits; anything else means the lock of
	 * that name, however it is held
	 * @param provider the bean name of the provider, needed only where there are several
	 * and none is the primary one
	 * @return what became of it: 200 if it was held, 404 if not, 503 if the store did not
	 * answer, and 400 if the request cannot be understood
	 */
	@DeleteOperation
	public WebEndpointResponse<OperationResponseBody> forceRelease(SecurityContext securityContext, String key,
			@Nullable LockMode mode, @Nullable String provider) {
		try {
			return answer(this.releases.forceRelease(securityContext, lockKey(key, mode), provider(provider)));
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
			case RELEASED -> new WebEndpointResponse<>(done);
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

}
