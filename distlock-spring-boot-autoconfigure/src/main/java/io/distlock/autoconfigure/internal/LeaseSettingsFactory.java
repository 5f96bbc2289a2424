// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.internal;

import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

import io.distlock.lease.LeaseSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Creates the settings of the engine from properties, and rejects invalid values.
 *
 * @since 0.1.0
 */
public final class LeaseSettingsFactory {

	private static final int MAX_NODE_NAME = 100;

	private static final Map<ConfigurationPropertyName, List<String>> KNOWN = groups(
			ConfigurationPropertyName.of("distlock"), DistlockProperties.class);

	private final PropertyChecks checks = new PropertyChecks("distlock.");

	private final DistlockProperties properties;

	private final Environment environment;

	public LeaseSettingsFactory(DistlockProperties properties, Environment environment) {
		this.properties = properties;
		this.environment = environment;
	}

	public LeaseSettings create() {
		checkValues();
		return LeaseSettings.of(keyPrefix(), nodeName())
			.withWaitTime(this.properties.waitTime())
			.withLeaseTime(this.properties.leaseTime())
			.withMaxHoldTime(this.properties.maxHoldTime())
			.withHandOff(LeaseSettings.MAX_HAND_OFFS, this.properties.handOff().maxDuration());
	}

	/**
	 * Fail if a property is unknown or invalid.
	 */
	void check() {
		checkSpelling();
		checkValues();
	}

	private void checkValues() {
		Duration maxHoldTime = this.properties.maxHoldTime();
		this.checks.notNegative("wait-time", this.properties.waitTime());
		this.checks.lease("lease-time", this.properties.leaseTime());
		this.checks.check("max-hold-time", maxHoldTime, maxHoldTime == null || maxHoldTime.compareTo(Duration.ZERO) > 0,
				"It must be positive; leave it out to keep locks for as long as they are needed.");
		this.checks.notNegative("hand-off.max-duration", this.properties.handOff().maxDuration());
		checkNames();
		this.checks.check("order", this.properties.order(), this.properties.order() != Ordered.LOWEST_PRECEDENCE,
				"It must be below %d, so that locks lie outside of transactions.", Ordered.LOWEST_PRECEDENCE);
	}

	// Boot does so for the other groups, and leaves out what the environment defines.
	private void checkSpelling() {
		UnboundElementsSourceFilter files = new UnboundElementsSourceFilter();
		for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
			if (source instanceof IterableConfigurationPropertySource all && files.apply(source)) {
				all.stream()
					.filter((name) -> KNOWN.containsKey(name.getParent()))
					.forEach((name) -> checkKnown(all, name));
			}
		}
	}

	private void checkKnown(ConfigurationPropertySource source, ConfigurationPropertyName name) {
		ConfigurationProperty property = source.getConfigurationProperty(name);
		Object value = (property != null) ? property.getValue() : "";
		ConfigurationPropertyName group = name.getParent();
		List<String> known = Objects.requireNonNull(KNOWN.get(group));
		this.checks.check(name.subName(1).toString(), value,
				"".equals(value) || known.stream().map(group::append).anyMatch(name::equals),
				"There is no such property. Those of this group are %s.", String.join(", ", known));
	}

	private static Map<ConfigurationPropertyName, List<String>> groups(ConfigurationPropertyName name,
			Class<?> properties) {
		Map<ConfigurationPropertyName, List<String>> groups = new HashMap<>();
		List<String> known = new ArrayList<>();
		for (RecordComponent component : properties.getRecordComponents()) {
			String property = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
			known.add(property);
			if (component.getType().isRecord()) {
				groups.putAll(groups(name.append(property), component.getType()));
			}
		}
		Collections.sort(known);
		groups.put(name, known);
		return groups;
	}

	private void checkNames() {
		String prefix = this.properties.keyPrefix();
		this.checks.check("key-prefix", prefix, prefix == null || !prefix.isBlank(),
				"It must not be blank; applications that are to exclude each other use the same word.");
		String name = this.properties.nodeName();
		this.checks.check("node-name", name, name == null || (!name.isBlank() && name.length() <= MAX_NODE_NAME),
				"It must have 1 to %d characters.", MAX_NODE_NAME);
	}

	private String keyPrefix() {
		String prefix = this.properties.keyPrefix();
		if (prefix == null) {
			String application = applicationName();
			return StringUtils.hasText(application) ? application : "distlock";
		}
		return prefix;
	}

	/**
	 * Return whether the locks of this application are not separated from locks of other
	 * applications.
	 * @return {@code true} for an application without a name
	 */
	public boolean isUnnamed() {
		return this.properties.keyPrefix() == null && !StringUtils.hasText(applicationName());
	}

	private @Nullable String applicationName() {
		return this.environment.getProperty("spring.application.name");
	}

	private String nodeName() {
		String name = this.properties.nodeName();
		return (name != null) ? name : defaultNodeName();
	}

	private static String defaultNodeName() {
		String process = ":" + ProcessHandle.current().pid();
		String host = hostName();
		return host.substring(0, Math.min(host.length(), MAX_NODE_NAME - process.length())) + process;
	}

	private static String hostName() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "localhost";
		}
	}

}
