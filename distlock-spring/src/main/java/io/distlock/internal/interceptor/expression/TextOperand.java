// SPDX-License-Identifier: Apache-2.0

package io.distlock.internal.interceptor.expression;

import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.TypedValue;
import org.springframework.expression.spel.ExpressionState;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Elvis;
import org.springframework.expression.spel.ast.InlineList;
import org.springframework.expression.spel.ast.Literal;
import org.springframework.expression.spel.ast.OpPlus;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.SpelNodeImpl;
import org.springframework.expression.spel.ast.Ternary;

/**
 * Operand of a concatenation in a key, which must have a value. SpEL converts a missing
 * value to the text {@code null}, which would be the same key for all calls without a
 * value.
 */
final class TextOperand extends SpelNodeImpl {

	private final SpelNodeImpl operand;

	private TextOperand(SpelNodeImpl operand) {
		super(operand.getStartPosition(), operand.getEndPosition(), operand);
		this.operand = operand;
	}

	/**
	 * Return a key expression in which all operands of concatenations are required.
	 */
	static SpelNodeImpl require(SpelNode expression) {
		SpelNodeImpl node = (SpelNodeImpl) expression;
		int start = node.getStartPosition();
		int end = node.getEndPosition();
		if (node instanceof OpPlus && node.getChildCount() == 2) {
			return new OpPlus(start, end, operand(node.getChild(0)), operand(node.getChild(1)));
		}
		if (node instanceof Projection projection) {
			return new Projection(projection.isNullSafe(), start, end, require(node.getChild(0)));
		}
		if (node instanceof InlineList) {
			return new InlineList(start, end, children(node));
		}
		if (node instanceof CompoundExpression) {
			return new CompoundExpression(start, end, children(node));
		}
		if (node instanceof Ternary) {
			return new Ternary(start, end, children(node));
		}
		return (node instanceof Elvis) ? new Elvis(start, end, children(node)) : node;
	}

	private static SpelNodeImpl[] children(SpelNode node) {
		return IntStream.range(0, node.getChildCount())
			.mapToObj((i) -> require(node.getChild(i)))
			.toArray(SpelNodeImpl[]::new);
	}

	private static SpelNodeImpl operand(SpelNode node) {
		SpelNodeImpl operand = require(node);
		return (operand instanceof Literal || operand instanceof OpPlus) ? operand : new TextOperand(operand);
	}

	@Override
	public TypedValue getValueInternal(ExpressionState state) {
		TypedValue value = this.operand.getValueInternal(state);
		if (isMissing(value.getValue())) {
			throw new IllegalStateException("%s in it is null; pass a value, or use 'condition' to run without the lock"
				.formatted(toStringAST()));
		}
		return value;
	}

	private static boolean isMissing(@Nullable Object value) {
		return value == null || (value instanceof Optional<?> optional && optional.isEmpty());
	}

	@Override
	public String toStringAST() {
		return this.operand.toStringAST();
	}

}
