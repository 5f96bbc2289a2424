// SPDX-License-Identifier: Apache-2.0

package io.distlock.faults.service;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.distlock.LockTemplate;
import io.distlock.faults.node.RelayedAddresses;
import io.distlock.faults.report.GeneratedPart;
import io.distlock.faults.store.Store;
import io.distlock.testserver.relay.FaultyRelay;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Measures the time without service after each {@link Outage}: an application with a
 * lease of 2 s, whose callers each try to acquire a lock again and again without waiting
 * for it. An attempt that the store answers is service.
 *
 * @since 0.1.0
 */
public final class ServiceTimes {

	static final GeneratedPart TABLE = new GeneratedPart("pages/service-times.adoc", "service-times");

	private static final Duration LIMIT = Duration.ofSeconds(60);

	private static final int PING_INTERVAL_MILLIS = 3000;

	private static final Duration CALM = Duration.ofSeconds(2);

	private final Map<String, Map<Outage, Duration>> times = new LinkedHashMap<>();

	private final Map<String, String> versions = new LinkedHashMap<>();

	private final PrintStream out;

	/**
	 * Create an object that has measured nothing.
	 * @param out where each result is printed
	 */
	public ServiceTimes(PrintStream out) {
		this.out = out;
	}

	/**
	 * Measure a store.
	 * @param store the store, which is not started
	 * @throws Exception if it does not start, or there is no service before a fault
	 */
	public void measure(Store store) throws Exception {
		store.start();
		List<FaultyRelay> relays = store.ports().stream().map(FaultyRelay::new).toList();
		try (store;
				ConfigurableApplicationContext context = start(store, relays);
				Probes probes = new Probes(context.getBean(LockTemplate.class))) {
			this.versions.put(store.name(), store.version());
			Map<Outage, Duration> measured = this.times.computeIfAbsent(store.name(), (name) -> new TreeMap<>());
			for (Outage outage : Outage.values()) {
				if (outage.isPossible(store)) {
					probes.awaitService(LIMIT);
					TimeUnit.MILLISECONDS.sleep(CALM.toMillis());
					long from = outage.strike(store, relays);
					Duration without = probes.awaitService(from, LIMIT);
					measured.put(outage, without);
					this.out.printf("%s, %s: %s%n", store.name(), outage.title(), text(without));
					relays.forEach(FaultyRelay::heal);
				}
			}
		}
		finally {
			relays.forEach(FaultyRelay::close);
		}
	}

	private static ConfigurableApplicationContext start(Store store, List<FaultyRelay> relays) {
		SpringApplication application = new SpringApplication(ProbedApplication.class);
		application.setWebApplicationType(WebApplicationType.NONE);
		application.setRegisterShutdownHook(false);
		Map<String, Object> properties = new LinkedHashMap<>(
				store.properties(relays.stream().map(FaultyRelay::port).toList()));
		properties.put("distlock.lease-time", "2s");
		properties.put("logging.level.root", "ERROR");
		application.setDefaultProperties(properties);
		return application.run();
	}

	/**
	 * Return whether there was service again within a time after each outage.
	 * @param bound the time
	 * @return {@code false} if it took longer once
	 */
	public boolean areWithin(Duration bound) {
		return this.times.values()
			.stream()
			.flatMap((measured) -> measured.values().stream())
			.allMatch((without) -> without.compareTo(bound) <= 0);
	}

	/**
	 * Write the table into its page.
	 * @param reference the module of the reference
	 * @param command the command that measures the same
	 * @throws IOException if it cannot be written
	 */
	public void write(Path reference, String command) throws IOException {
		TABLE.write(reference, asciidoc(command));
	}

	private String asciidoc(String command) {
		return """
				Seconds without service, measured on %s by

				[source,shell]
				----
				%s
				----

				[cols="3%s",options="header"]
				|===
				|Store %s

				%s
				|===
				""".formatted(LocalDate.now(), command, ",1".repeat(Outage.values().length),
				Arrays.stream(Outage.values()).map(Outage::title).map("|"::concat).collect(Collectors.joining(" ")),
				this.times.entrySet()
					.stream()
					.map((measured) -> row(measured.getKey(), measured.getValue()))
					.collect(Collectors.joining(System.lineSeparator())));
	}

	private String row(String store, Map<Outage, Duration> measured) {
		return "|`%s`: %s ".formatted(store, this.versions.get(store)) + Arrays.stream(Outage.values())
			.map((outage) -> measured.containsKey(outage) ? text(measured.get(outage)) : "-")
			.map("|"::concat)
			.collect(Collectors.joining(" "));
	}

	private static String text(Duration time) {
		return (time.compareTo(LIMIT) >= 0) ? "over " + LIMIT.toSeconds() : "%.1f".formatted(time.toMillis() / 1000.0);
	}

	/**
	 * An application that has nothing but its locks.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class ProbedApplication {

		@Bean
		@ConditionalOnProperty(name = RelayedAddresses.PROPERTY)
		RelayedAddresses relayedAddresses(Environment environment) {
			return new RelayedAddresses(environment.getRequiredProperty(RelayedAddresses.PROPERTY));
		}

		/**
		 * Redisson with the interval that the reference advises.
		 */
		@Bean(destroyMethod = "shutdown")
		@ConditionalOnProperty(name = "distlock.redis.client", havingValue = "redisson")
		RedissonClient redisson(@Value("${spring.data.redis.port}") int port) {
			Config config = new Config();
			config.useSingleServer()
				.setAddress("redis://127.0.0.1:" + port)
				.setPingConnectionInterval(PING_INTERVAL_MILLIS);
			return Redisson.create(config);
		}

	}

}
