// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Selects the store: the store named by {@code distlock.provider}, or the only available
 * store.
 *
 * @since 0.1.0
 */
public final class LockProviderChoice {

	private static final String NO_STORE = """
			Choose where the locks are kept:
			%s
			- in another store: add its module, such as io.distlock:distlock-etcd, and set its properties;
			- in tests, or on a single node: set distlock.provider=local, which excludes only threads of the same process;
			- in a store of your own: define a bean of type io.distlock.provider.LockProvider.
			Or set distlock.enabled=false: methods annotated with @DistributedLock then run without any lock.""";

	private final @Nullable String named;

	private final Supplier<List<LockProviderCandidate>> candidates;

	private final @Nullable ClassLoader classLoader;

	private volatile @Nullable LockProviderCandidate chosen;

	public LockProviderChoice(@Nullable String named, Supplier<List<LockProviderCandidate>> candidates,
			@Nullable ClassLoader classLoader) {
		this.named = StringUtils.hasText(named) ? named.trim().toLowerCase(Locale.ROOT) : null;
		this.candidates = candidates;
		this.classLoader = classLoader;
	}

	/**
	 * Return whether a store will be used.
	 * @param name the name of the store
	 * @return {@code true} if the store is selected; {@code false} also if the selection
	 * fails
	 */
	public boolean isChosen(String name) {
		if (this.named != null) {
			return this.named.equals(name);
		}
		List<LockProviderCandidate> eligible = eligible();
		return eligible.size() == 1 && eligible.get(0).name().equals(name);
	}

	/**
	 * Fail if {@code distlock.provider} names an unknown store, even without locks.
	 */
	public void verify() {
		if (this.named != null && eligible().isEmpty()) {
			throw unknown(this.named);
		}
	}

	public LockProviderCandidate choose() {
		List<LockProviderCandidate> eligible = eligible();
		if (eligible.size() == 1) {
			this.chosen = eligible.get(0);
			return eligible.get(0);
		}
		if (this.named != null) {
			throw unknown(this.named);
		}
		throw eligible.isEmpty() ? none() : several(eligible);
	}

	/**
	 * Return the description of a provider for operators.
	 * @param provider the name of the provider
	 * @return the text
	 */
	public String describe(String provider) {
		LockProviderCandidate known = this.chosen;
		return (known != null && known.name().equals(provider)) ? known.description() : provider;
	}

	private List<LockProviderCandidate> eligible() {
		return this.candidates.get()
			.stream()
			.filter((candidate) -> (this.named != null) ? candidate.name().equals(this.named) : candidate.isOffered())
			.toList();
	}

	private LockConfigurationException none() {
		return new LockConfigurationException(
				"distlock has no store for its locks: distlock.provider is not set, and no store was found. On the class path: %s."
					.formatted(names(this.candidates.get())),
				NO_STORE.formatted(new LockStoreDescriptors(this.classLoader).choices()));
	}

	private static LockConfigurationException several(List<LockProviderCandidate> offered) {
		String choices = offered.stream()
			.map((candidate) -> "distlock.provider=" + candidate.name())
			.collect(Collectors.joining(" or "));
		return new LockConfigurationException(
				"distlock found several stores that could hold its locks (%s), and distlock.provider does not say which."
					.formatted(names(offered)),
				"Set %s, the same on every node.".formatted(choices));
	}

	private LockConfigurationException unknown(String name) {
		return new LockConfigurationException(
				"distlock.provider is '%s', but there is no such store on the class path.".formatted(name), """
						Set distlock.provider to a store that is there, or add what is missing: %s; \
						'local' needs nothing, and excludes only threads of the same process; \
						another store needs its module, such as io.distlock:distlock-etcd for 'etcd'. \
						Or define a bean of type io.distlock.provider.LockProvider."""
					.formatted(new LockStoreDescriptors(this.classLoader).needs()));
	}

	private static String names(Collection<LockProviderCandidate> candidates) {
		return candidates.stream().map(LockProviderCandidate::name).sorted().collect(Collectors.joining(", "));
	}

}
