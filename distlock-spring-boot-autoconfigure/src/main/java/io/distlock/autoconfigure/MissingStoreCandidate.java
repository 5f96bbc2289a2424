// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Stands for a store that the properties name and that is not on the class path, so that
 * locks do not silently go elsewhere.
 *
 * @since 0.1.0
 */
public final class MissingStoreCandidate implements LockProviderCandidate {

	private final String name;

	private final boolean offered;

	private final String description;

	private final String action;

	/**
	 * Create a candidate.
	 * @param name the value of {@code distlock.provider} that names the store
	 * @param place the value of the property that says where the store is
	 * @param description which store is wanted, and what is not on the class path
	 * @param action what is to be added
	 */
	public MissingStoreCandidate(String name, @Nullable String place, String description, String action) {
		this.name = name;
		this.offered = StringUtils.hasText(place);
		this.description = description;
		this.action = action;
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public boolean isOffered() {
		return this.offered;
	}

	@Override
	public LockProvider create() {
		throw new LockConfigurationException(
				"The locks are to be kept in %s not on the class path.".formatted(this.description),
				"Add %s, or choose another distlock.provider.".formatted(this.action));
	}

}
