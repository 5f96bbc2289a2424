// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.distlock.LockException;
import io.distlock.leader.Leader;
import io.distlock.leader.LeaderElection;
import io.distlock.leader.LeaderElections;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.context.ApplicationEventPublisher;

/**
 * {@link Endpoint @Endpoint} that lists the leaders of the roles that this node stands
 * for, and lets another node lead.
 *
 * @since 0.1.0
 */
@Endpoint(id = "leaders", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({ LeadersEndpoint.LeadersDescriptor.class, LeadersEndpoint.LeaderActionDescriptor.class,
		ErrorDescriptor.class })
public class LeadersEndpoint {

	private static final String STEP_DOWN = "step-down";

	private static final String CHECK = "check";

	private final LeaderElections elections;

	private final AuditTrail audit;

	private final StoreCalls calls;

	private final InstantSource clock = InstantSource.system();

	/**
	 * Create an endpoint.
	 * @param elections the elections of this node
	 * @param leaseTime the lease of locks: no answer takes longer
	 * @param events where audit events are published
	 */
	public LeadersEndpoint(LeaderElections elections, Duration leaseTime, ApplicationEventPublisher events) {
		this.elections = elections;
		this.calls = new StoreCalls(leaseTime);
		this.audit = new AuditTrail(events);
	}

	/**
	 * List the roles that this node stands for. If another node leads, the store is asked
	 * for it; a failure is reported in place of the leader.
	 * @return the roles
	 */
	@ReadOperation
	public LeadersDescriptor leaders() {
		return new LeadersDescriptor(this.elections.all().stream().map(this::describe).toList());
	}

	/**
	 * Describe one role.
	 * @param role its name
	 * @return the role; 404 if this node does not stand for it
	 */
	@ReadOperation
	public WebEndpointResponse<OperationResponseBody> leader(@Selector String role) {
		return this.elections.find(role)
			.map((election) -> new WebEndpointResponse<OperationResponseBody>(describe(election)))
			.orElseGet(() -> new WebEndpointResponse<>(new ErrorDescriptor(unknown(role)),
					WebEndpointResponse.STATUS_NOT_FOUND));
	}

	private RoleDescriptor describe(LeaderElection election) {
		try {
			return describe(election, this.calls.call("", election::leader), null);
		}
		catch (LockException ex) {
			return describe(election, Optional.empty(), ex.toString());
		}
	}

	private RoleDescriptor describe(LeaderElection election, Optional<Leader> found, @Nullable String error) {
		Leader leader = found.orElse(null);
		Duration ledFor = (leader != null) ? leader.ledFor() : null;
		Instant since = (ledFor != null) ? this.clock.instant().minus(ledFor).truncatedTo(ChronoUnit.MILLIS) : null;
		return new RoleDescriptor(election.role(), since != null, election.isStanding(),
				(leader != null) ? leader.node() : null, (leader != null) ? leader.term() : null, since,
				(leader != null) ? leader.remaining().truncatedTo(ChronoUnit.MILLIS) : null, error);
	}

	/**
	 * Let another node lead a role that this node leads. Does not wait for that.
	 * @param securityContext who asks for it
	 * @param role the name of the role
	 * @param action {@code step-down}; or {@code check}, which does nothing but say
	 * whether the caller may act
	 * @return what became of it; its status is that of the outcome
	 */
	@WriteOperation
	public WebEndpointResponse<LeaderActionDescriptor> act(SecurityContext securityContext, @Selector String role,
			@Nullable String action) {
		LeaderActionDescriptor done = act(role, (action != null) ? action : "");
		boolean acted = done.outcome() == Outcome.DONE || done.outcome() == Outcome.NOT_LEADING;
		if (acted && !CHECK.equals(action)) {
			this.audit.record(securityContext, "DISTLOCK_LEADER_STEP_DOWN",
					Map.of("role", role, "outcome", done.outcome().name()));
		}
		return new WebEndpointResponse<>(done, done.outcome().status);
	}

	private LeaderActionDescriptor act(String role, String action) {
		if (action.equals(CHECK)) {
			return new LeaderActionDescriptor(role, action, Outcome.DONE, null);
		}
		if (!action.equals(STEP_DOWN)) {
			return new LeaderActionDescriptor(role, action, Outcome.INVALID,
					"'action' must be %s or %s, but is '%s'".formatted(STEP_DOWN, CHECK, action));
		}
		LeaderElection election = this.elections.find(role).orElse(null);
		if (election == null) {
			return new LeaderActionDescriptor(role, action, Outcome.UNKNOWN_ROLE, unknown(role));
		}
		return election.stepDown() ? new LeaderActionDescriptor(role, action, Outcome.DONE, null)
				: new LeaderActionDescriptor(role, action, Outcome.NOT_LEADING,
						"This node does not lead role '%s'. Ask the node that does".formatted(role));
	}

	private static String unknown(String role) {
		return "This node is not a candidate for role '%s'. Add it to distlock.leader.roles".formatted(role);
	}

	/**
	 * The roles that a node stands for.
	 *
	 * @param roles the roles, by name
	 */
	public record LeadersDescriptor(List<RoleDescriptor> roles) implements OperationResponseBody {

	}

	/**
	 * A role.
	 *
	 * @param role its name
	 * @param leading whether this node leads it
	 * @param standing whether this node stands for it
	 * @param leader the node that leads it; {@code null} if there is none, or if the
	 * store cannot say
	 * @param term the number of the term, or {@code null} if this node does not lead
	 * @param since when the term began, by the clock of this node, or {@code null} if it
	 * does not lead
	 * @param remaining what is left of the lease, or {@code null} if there is no leader
	 * @param error what the store failed with, or {@code null}
	 */
	public record RoleDescriptor(String role, boolean leading, boolean standing, @Nullable String leader,
			@Nullable Long term, @Nullable Instant since, @Nullable Duration remaining,
			@Nullable String error) implements OperationResponseBody {

	}

	/**
	 * Result of an action on a node that stands for a role.
	 *
	 * @param role the role
	 * @param action what was asked
	 * @param outcome what happened
	 * @param error what was wrong, or {@code null}
	 */
	public record LeaderActionDescriptor(String role, String action, Outcome outcome,
			@Nullable String error) implements OperationResponseBody {

	}

	/**
	 * Result of the operation.
	 */
	public enum Outcome {

		/**
		 * The node leads no more. Another one will, if there is one that stands for the
		 * role.
		 */
		DONE(200),

		/**
		 * There is no such action.
		 */
		INVALID(400),

		/**
		 * This node does not stand for such a role.
		 */
		UNKNOWN_ROLE(404),

		/**
		 * This node does not lead the role. Ask the one that does.
		 */
		NOT_LEADING(409);

		private final int status;

		Outcome(int status) {
			this.status = status;
		}

	}

}
