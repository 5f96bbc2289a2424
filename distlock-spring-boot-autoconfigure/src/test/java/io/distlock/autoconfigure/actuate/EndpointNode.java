// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure.actuate;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.distlock.LockTemplate;
import io.distlock.monitor.LockForceReleasedEvent;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/**
 * A node of a web application with all endpoints, on a port of its own.
 */
public final class EndpointNode implements AutoCloseable {

	private static final String UNRESTRICTED = "unrestricted";

	private final ConfigurableApplicationContext context;

	private final Http http;

	private EndpointNode(Class<?> beans, String... arguments) {
		this.context = new SpringApplicationBuilder(Application.class, beans).web(WebApplicationType.SERVLET)
			.properties("server.port=0", "management.endpoints.web.exposure.include=*",
					"management.endpoint.health.show-details=always", "spring.application.name=shop")
			.run(arguments);
		this.http = new Http(this.context);
	}

	/**
	 * Start a node whose endpoints may only be read.
	 */
	public static EndpointNode readOnly(Class<?> beans, String... arguments) {
		return new EndpointNode(beans, arguments);
	}

	/**
	 * Start a node whose endpoints may do everything.
	 */
	public static EndpointNode unrestricted(Class<?> beans, String... arguments) {
		String[] all = Arrays.copyOf(arguments, arguments.length + 3);
		all[arguments.length] = "--management.endpoint.locks.access=" + UNRESTRICTED;
		all[arguments.length + 1] = "--management.endpoint.clusterjobs.access=" + UNRESTRICTED;
		all[arguments.length + 2] = "--management.endpoint.leaders.access=" + UNRESTRICTED;
		return new EndpointNode(beans, all);
	}

	public ConfigurableApplicationContext context() {
		return this.context;
	}

	public LockTemplate locks() {
		return this.context.getBean(LockTemplate.class);
	}

	public Http http() {
		return this.http;
	}

	List<AuditEvent> audited() {
		return this.context.getBean(Heard.class).audited;
	}

	List<LockForceReleasedEvent> released() {
		return this.context.getBean(Heard.class).released;
	}

	@Override
	public void close() {
		this.context.close();
	}

	@SpringBootConfiguration
	@EnableAutoConfiguration
	@Import(Heard.class)
	static class Application {

	}

	/**
	 * For a node that needs no beans of its own.
	 */
	public static final class NoBeans {

	}

	/**
	 * The events of a node.
	 */
	static class Heard {

		final List<AuditEvent> audited = new CopyOnWriteArrayList<>();

		final List<LockForceReleasedEvent> released = new CopyOnWriteArrayList<>();

		@EventListener
		void audited(AuditApplicationEvent event) {
			this.audited.add(event.getAuditEvent());
		}

		@EventListener
		void released(LockForceReleasedEvent event) {
			this.released.add(event);
		}

	}

}
