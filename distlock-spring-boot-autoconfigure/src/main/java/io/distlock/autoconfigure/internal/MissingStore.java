// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Store with configured properties that is not on the class path or lacks its client.
 * Prevents locks from silently using another store.
 *
 * @param name the name of the store and of its group of properties
 * @param property a property of the group
 * @param classLoader the class loader of the descriptors
 * @since 0.1.0
 */
public record MissingStore(String name, String property,
		@Nullable ClassLoader classLoader) implements LockProviderCandidate {

	/**
	 * Groups of properties that do not belong to a store, as named in environment
	 * variables.
	 */
	public static final Set<String> COMMON = Set.of("fencing", "handoff", "leader", "liquibase", "scheduling", "test",
			"transaction", "web");

	private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("distlock");

	/**
	 * Add stores with properties and without a candidate. Properties without a value, and
	 * property sources that cannot be listed, are ignored.
	 * @param candidates the stores on the class path
	 * @param environment the properties
	 * @param classLoader the class loader of the descriptors
	 * @return the candidates, followed by the added stores
	 */
	public static List<LockProviderCandidate> addTo(List<LockProviderCandidate> candidates, Environment environment,
			@Nullable ClassLoader classLoader) {
		Map<String, ConfigurationPropertyName> groups = new TreeMap<>();
		ConfigurationPropertySources.get(environment).forEach((source) -> {
			if (source instanceof IterableConfigurationPropertySource known) {
				known.stream()
					.filter((name) -> name.getNumberOfElements() > 2 && ROOT.isAncestorOf(name)
							&& StringUtils.hasText(environment.getProperty(name.toString())))
					.forEach((name) -> groups.putIfAbsent(name.getElement(1, Form.UNIFORM), name));
			}
		});
		groups.keySet().removeAll(COMMON);
		candidates.forEach((candidate) -> groups.remove(candidate.name().replace("-", "")));
		List<LockProviderCandidate> all = new ArrayList<>(candidates);
		groups.values()
			.forEach((property) -> all
				.add(new MissingStore(property.getElement(1, Form.DASHED), property.toString(), classLoader)));
		return all;
	}

	@Override
	public boolean isOffered() {
		return true;
	}

	@Override
	public LockProvider create() {
		throw new LockConfigurationException(
				"%s is set, but the store '%s' is not on the class path.".formatted(this.property, this.name),
				"Add %s; or remove the property, or correct its name."
					.formatted(new LockStoreDescriptors(this.classLoader).dependencies(this.name)));
	}

}
