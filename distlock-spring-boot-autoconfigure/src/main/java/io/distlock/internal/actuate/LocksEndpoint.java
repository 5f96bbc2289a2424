// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.distlock.LockMode;
import io.distlock.internal.actuate.ForcedReleases.ForcedReleaseDescriptor;
import io.distlock.internal.actuate.LocksDescriptor.ClusterDescriptor;
import io.distlock.internal.actuate.LocksDescriptor.HeldLockDescriptor;
import io.distlock.internal.actuate.LocksDescriptor.ProviderDescriptor;
import io.distlock.internal.actuate.LocksDescriptor.WaiterDescriptor;
import io.distlock.internal.actuate.RecentLosses.LossDescriptor;
import io.distlock.lease.LeaseSettings;
import io.distlock.monitor.LockEngineMonitor;
import io.distlock.monitor.LockEngineRegistry;
import io.distlock.monitor.LockForceReleasedEvent;
import io.distlock.monitor.LockLostEvent;
import io.distlock.monitor.LockSnapshot;
import io.distlock.monitor.LockStatistics;
import io.distlock.provider.LockCatalog;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
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
@RegisterReflectionForBinding({ ForcedReleaseDescriptor.class, ErrorDescriptor.class })
public class LocksEndpoint {

	private final LockEngineRegistry engines;

	private final LockStores stores;

	private final LeaseSettings settings;

	private final StoreCalls calls;

	private final ForcedReleases releases;

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
		this.settings = settings;
		this.calls = new StoreCalls(settings.leaseTime());
		this.releases = new ForcedReleases(stores, settings.keyPrefix(), this.calls, events);
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
		LockSelection selection = LockSelection.of(limit, key, prefix, after);
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

	private ProviderDescriptor describe(String name, LockEngineMonitor engine, LockSelection selection) {
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

	private ClusterDescriptor cluster(String name, LockSelection selection) {
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
		String name = (key != null) ? key : "";
		try {
			ForcedReleaseDescriptor done = Boolean.TRUE.equals(check) ? this.releases.check(name, provider)
					: this.releases.release(securityContext, name, mode, provider);
			return done.response();
		}
		catch (IllegalArgumentException ex) {
			return new WebEndpointResponse<>(new ErrorDescriptor(String.valueOf(ex.getMessage())),
					WebEndpointResponse.STATUS_BAD_REQUEST);
		}
	}

}
